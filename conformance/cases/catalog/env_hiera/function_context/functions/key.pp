function key($key, $options, Puppet::LookupContext $context) {
  case $key {
    'k', 'j': {
      if $context.cache_has_key('seen') {
        "again: ${context.cached_value('seen')}"
      } else {
        $context.cache('seen', $key)
        $context.cache_all({ a => 1, b => 2 })
        $context.cached_entries |$name, $value| { notice("${name}=${value}") }
        "first: ${context.interpolate('<%{facts.foo}>')} ${context.cached_file_data($options['path'])}"
      }
    }
    default: { $context.not_found }
  }
}
