Puppet::Functions.create_function(:'m::current') do
  def current(name)
    closure_scope[name].inspect
  end
end
