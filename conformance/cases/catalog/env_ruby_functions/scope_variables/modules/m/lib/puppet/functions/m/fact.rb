Puppet::Functions.create_function(:'m::fact') do
  def fact
    closure_scope['facts']['role']
  end
end
