Puppet::Functions.create_function(:'m::names', Puppet::Functions::InternalFunction) do
  dispatch :names do
    scope_param
  end

  def names(scope)
    all = scope.resource.to_hash
    [all.keys.map(&:to_s), all[:name], all['name'], scope.include?('two'), scope.exist?('nothing'), scope['one'], scope.call_function('m::plain', [1, 'a'])]
  end
end
