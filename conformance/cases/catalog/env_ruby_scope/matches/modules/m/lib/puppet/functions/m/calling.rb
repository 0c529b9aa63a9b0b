Puppet::Functions.create_function(:'m::calling', Puppet::Functions::InternalFunction) do
  dispatch :calling do
    scope_param
    param 'String', :name
  end

  def calling(scope, name)
    [scope[name], scope.include?(name), scope.exist?(name)].inspect
  end
end
