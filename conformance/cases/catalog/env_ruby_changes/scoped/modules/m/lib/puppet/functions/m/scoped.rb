Puppet::Functions.create_function(:'m::scoped', Puppet::Functions::InternalFunction) do
  dispatch(:x) { scope_param; param 'String', :n }
  def x(scope, n)
    scope[n] << 'sc'
    scope.lookupvar(n).inspect
  end
end
