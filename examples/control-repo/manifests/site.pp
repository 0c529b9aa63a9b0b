# Code for every node. The node definitions are in nodes.pp.

$datacenter = $trusted['extensions'] ? {
  { 'pp_datacenter' => String[1] } => $trusted['extensions']['pp_datacenter'],
  default                          => pick_datacenter($facts['networking']['ip']),
}

File {
  owner => 'root',
  group => 'root',
}

Exec { path => ['/usr/local/bin', '/usr/bin', '/bin'] }

stage { 'setup': before => Stage['main'] }
