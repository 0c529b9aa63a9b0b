Puppet::Functions.create_function(:'m::occurs') do
  dispatch :go do
    param 'Integer', :a
    optional_param 'String', :b
    repeated_param 'Boolean', :c
  end
  def go(*args) = args.inspect
end
