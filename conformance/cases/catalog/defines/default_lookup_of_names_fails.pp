# A failed lookup of several names in a define's default, by way of create_resources.
define server(
  Integer $port,
  Integer $other = lookup(['nowhere', 'neither'], Integer),
) {
  notice($other)
}

create_resources('server', {
  'a' => { 'port' => 1, 'other' => 2 },
  'b' => { 'port' => 2 },
})
