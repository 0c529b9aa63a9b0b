# A configuration line: booleans are on and off.
function webserver::directive(String $name, Variant[Integer, Boolean, String] $value) >> String {
  $text = $value ? {
    true    => 'on',
    false   => 'off',
    default => String($value),
  }
  "${name} ${text};"
}
