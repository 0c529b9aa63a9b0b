Puppet::Functions.create_function(:'m::cs') do
  def cs = [closure_scope['kernel'], closure_scope['facts']['kernel'], closure_scope.lookupvar('environment'), closure_scope.class.name, closure_scope.to_s]
end
