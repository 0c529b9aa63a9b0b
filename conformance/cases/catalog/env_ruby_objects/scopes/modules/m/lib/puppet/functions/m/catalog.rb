Puppet::Functions.create_function(:'m::catalog', Puppet::Functions::InternalFunction) do
  dispatch :catalog do
    scope_param
  end

  def catalog(scope)
    all = scope.catalog.resources.select { |one| one.type == 'M::Thing' }
    [all.map(&:title), all.map { |one| one[:one] }, all.map { |one| one['noop'] }, all.map { |one| one.ref }, all.map(&:to_s),
     scope.compiler.environment.name, scope.environment.to_s, scope.environment.module('m').name, scope.compiler.environment.module('none').nil?,
     scope.catalog.resources.any? { |one| one.type == 'Class' && one.title == 'M::Web' }]
  end
end
