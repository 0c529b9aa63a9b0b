Puppet::Functions.create_function(:'m::params', Puppet::Functions::InternalFunction) do
  dispatch :params do
    scope_param
    repeated_param 'Variant[String[1], Array[String[1]]]', :without
  end

  def params(scope, *without)
    without.flatten!
    without << 'name'
    scope.resource.to_hash.collect { |k, v| [k.to_s, v] }.to_h.reject { |k, _v| without.include?(k) }
  end
end
