# A made-up IPv4 address for a name, always the same: the network of the data centre, a public one for names that end
# with `.org`, and octets of the name's MD5. The facts of nodes have the same addresses (conformance/wikimedia/nodes.py).
function netdb::address4(String $name) >> String {
  $digest = md5($name)
  $first = Integer("0x${digest[0, 2]}")
  $last = Integer("0x${digest[2, 2]}") % 250 + 4
  $site = netdb::site($name)
  if $name =~ /[.]org\z/ {
    $public = {
      'eqiad' => '208.80.154', 'codfw' => '208.80.153', 'esams' => '185.15.59', 'ulsfo' => '198.35.26',
      'eqsin' => '103.102.166', 'drmrs' => '185.15.58', 'magru' => '195.200.68',
    }
    "${public[$site]}.${last}"
  } else {
    $private = {
      'eqiad' => '10.64', 'codfw' => '10.192', 'esams' => '10.80', 'ulsfo' => '10.128', 'eqsin' => '10.132',
      'drmrs' => '10.136', 'magru' => '10.140',
    }
    $third = $site ? { /\A(eqiad|codfw)\z/ => $first % 4 * 16, default => 0 }
    "${private[$site]}.${third}.${last}"
  }
}
