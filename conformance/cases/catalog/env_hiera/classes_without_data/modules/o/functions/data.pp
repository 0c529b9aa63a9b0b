function o::data($key, $options, $context) {
  if $key == 'o::last' and $facts['role'] == 'web' { 'asked' } else { $context.not_found }
}
