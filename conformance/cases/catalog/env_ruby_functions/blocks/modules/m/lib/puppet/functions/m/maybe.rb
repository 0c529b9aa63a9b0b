Puppet::Functions.create_function(:'m::maybe') do
  dispatch :maybe do
    param 'Any', :v
    optional_block_param
  end
  def maybe(v, &block)
    block ? block.call(v) : 'no block'
  end
end
