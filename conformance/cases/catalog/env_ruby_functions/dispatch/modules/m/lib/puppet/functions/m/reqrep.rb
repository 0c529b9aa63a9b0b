Puppet::Functions.create_function(:'m::reqrep') do
  dispatch :go do
    required_param 'Integer', :a
    required_repeated_param 'String', :b
  end
  def go(a, *b) = "#{a} #{b.inspect}"
end
