# case over Strings; unit: 600000 value
$w = ['Debian', 'ubuntu', 'RedHat', 'CentOS', 'Fedora', 'SLES', 'Windows']
$r = Integer[0, 599999].reduce(0) |$m, $i| {
  $t = case $w[$i % 7] {
    'Debian', 'Ubuntu': { 1 }
    'RedHat', 'CentOS', 'Fedora': { 2 }
    'SLES': { 3 }
    default: { 4 }
  }
  ($m * 31 + $t) % 1000003
}
notice("CHECK ${r}")
