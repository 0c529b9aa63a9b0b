function m::data($options, $context) {
  $found = { 'm::n' => $context.module_name, stray => 1 }
  $found
}
