Puppet::Functions.create_function(:'m::rep') do
  dispatch :rep do
    param 'Integer', :first
    repeated_param 'Integer', :rest
  end
  def rep(first, *rest)
    [first, rest, rest.sum]
  end
end
