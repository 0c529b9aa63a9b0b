function dig($segments, $options, $context) {
  notice("asked for ${segments}")
  if $segments[0] == 'deep' { $segments } else { $context.not_found }
}
