Puppet::Functions.create_function(:'m::sv', Puppet::Functions::InternalFunction) do
  dispatch(:sv) { scope_param; param 'String', :n }
  def sv(scope, n) = scope[n]
end
