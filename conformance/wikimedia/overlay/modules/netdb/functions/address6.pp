# A made-up IPv6 address for a name, always the same: the network of the data centre, and four digits of the name's MD5.
function netdb::address6(String $name) >> String {
  $networks = {
    'eqiad' => '861:101', 'codfw' => '860:101', 'esams' => '862:101', 'ulsfo' => '863:101', 'eqsin' => 'ed1a:101',
    'drmrs' => '864:101', 'magru' => '865:101',
  }
  $digest = md5($name)
  $last = sprintf('%x', Integer("0x${digest[0, 4]}") % 60000 + 4096)
  "2620:0:${networks[netdb::site($name)]}:10:64:0:${last}"
}
