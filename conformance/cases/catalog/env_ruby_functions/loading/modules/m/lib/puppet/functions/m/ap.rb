Puppet::Functions.create_function('m::ap', Puppet::Functions::InternalFunction) { dispatch(:go) { param 'Any', :a; scope_param; param 'Any', :b }
 def go(a, scope, b) = [a, scope['kernel'], b] }
