function f($options, $context) {
  $found = { o => $options }
  $found
}
