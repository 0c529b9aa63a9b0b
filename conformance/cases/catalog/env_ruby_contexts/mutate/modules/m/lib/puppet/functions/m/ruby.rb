Puppet::Functions.create_function(:'m::ruby') do
  dispatch(:x) { param 'String', :key; param 'Hash', :options; param 'Puppet::LookupContext', :context }
  def x(key, options, context)
    return context.not_found unless key =~ /^k/
    seen = context.cache_has_key(key) ? "again #{context.cached_value(key)}" : 'first'
    context.cache(key, "#{seen} #{options['a']}")
    case key
    when 'k_lang' then call_function('m::lang', context, key)
    when 'k_all' then context.cache_all({ 'x' => 1, 'k_x' => nil, 3 => 4 }); [context.cached_value('x'), context.cache_has_key('k_x'), context.cached_value('k_x'), context.cached_value(3), context.cached_value('3'), context.cached_value('nope'), context.cached_entries.to_a.size]
    when 'k_each' then r = []; context.cached_entries { |k, v| r << "#{k}=#{v}" }; r
    when 'k_mutate' then v = context.cached_value('list') || context.cache('list', []); v << v.size; v.dup
    when 'k_int' then [context.interpolate('plain'), context.interpolate(['a', { 'b' => 1 }]), context.interpolate('%{facts.os}'), context.interpolate({ '%{facts.os}' => '%{literal("%")}' }), context.interpolate(:sym.to_s), context.interpolate('%'), context.interpolate('%{}')]
    when 'k_yield' then a = context.cache('y', 1); call_function('with', 1) { |i| context.cache('y', 2) }; [a, context.cached_value('y')]
    when 'k_env' then [context.environment_name.class.to_s, context.module_name.inspect]
    else seen
    end
  end
end
