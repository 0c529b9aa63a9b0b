function hash($options, $context) {
  notice("asked for all: ${options}")
  $found = { k => "%{facts.foo}", o => $options }
  $found
}
