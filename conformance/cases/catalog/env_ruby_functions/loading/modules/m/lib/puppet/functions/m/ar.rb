Puppet::Functions.create_function(:"m::ar", Puppet::Functions::InternalFunction) do
  dispatch(:go) { scope_param; param 'String', :n; optional_block_param }
  def go(scope, n)
    case n
    when 'local' then scope['local']
    when 'lookupvar' then scope.lookupvar('local')
    when 'unknown' then scope['nonesuch']
    when 'has' then [scope.include?('local'), scope.exist?('local'), scope.bound?('local'), scope.include?('nope')]
    when 'hash' then scope.to_hash.keys.include?('local')
    when 'set' then scope['newvar'] = 5; scope['newvar']
    when 'reset' then scope['local'] = 5
    when 'class' then scope.class.name
    when 'to_s' then scope.to_s
    when 'env' then scope.environment.to_s
    when 'comp' then scope.compiler.environment.name
    when 'cat' then scope.catalog.resource('Class', 'main').to_s
    when 'catn' then scope.catalog.resource('Notify', 'n')[:message]
    when 'catnil' then scope.catalog.resource('Notify', 'zzz')
    when 'find' then scope.findresource('Notify[n]').to_s
    when 'res' then scope.resource.to_s
    when 'fcall' then scope.call_function('abs', [-1])
    when 'flegacy' then scope.function_md5(['a']) rescue $!.class.name
    when 'fqdn' then scope['::kernel']
    when 'facts' then scope['facts']['kernel']
    when 'trusted' then scope['trusted']['certname']
    when 'topscope' then scope.compiler.topscope['kernel']
    end
  end
end
