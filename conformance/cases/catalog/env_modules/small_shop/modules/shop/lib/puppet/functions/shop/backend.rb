Puppet::Functions.create_function(:'shop::backend') do
  dispatch :look do
    param 'String', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end
  def look(key, options, context)
    return context.cached_value(key) if context.cache_has_key(key)
    context.not_found unless key.start_with?('rb_')
    context.explain { "asked #{key}" }
    context.cache(key, context.interpolate("#{options['prefix']}#{key}-%{facts.clientnode}-%{title}"))
  end
end
