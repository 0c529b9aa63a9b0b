Puppet::Functions.create_function(:'m::scope', Puppet::Functions::InternalFunction) do
  dispatch :find do
    scope_param
    param 'String', :name
  end
  def find(scope, name)
    scope[name]
  end
end
