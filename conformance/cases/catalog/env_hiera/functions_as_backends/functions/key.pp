function key($key, $options, $context) {
  notice("asked for ${key}")
  if $key in ['one', 'raw'] { "${key} %{facts.foo}" } else { $context.not_found }
}
