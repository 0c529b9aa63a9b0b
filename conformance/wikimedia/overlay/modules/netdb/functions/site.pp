# The data centre of a host, from its domain or its number: host1001 is in eqiad, host2001 in codfw, and so on.
function netdb::site(String $name) >> String {
  $host = $name.split('[.]')[0]
  if $name =~ /[.](eqiad|codfw|esams|ulsfo|eqsin|drmrs|magru)[.]/ {
    $1
  } elsif $host =~ /([1-7])[0-9]{3}(-dev)?\z/ {
    ['none', 'eqiad', 'codfw', 'esams', 'ulsfo', 'eqsin', 'drmrs', 'magru'][Integer($1)]
  } else {
    'eqiad'
  }
}
