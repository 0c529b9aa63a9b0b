Puppet::Functions.create_function(:'m::optrep') do
  dispatch :go do
    optional_repeated_param 'String', :b
    optional_block_param
  end
  def go(*b, &block) = "#{b.inspect} #{block ? block.arity : 'none'} #{block ? block.parameters.inspect : ''}"
end
