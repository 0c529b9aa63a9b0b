Puppet::Functions.create_function(:'m::twice') do
  dispatch :twice do
    param 'Integer', :n
    block_param 'Callable[1, 1]', :block
  end
  def twice(n)
    [yield(n), yield(n * 2)]
  end
end
