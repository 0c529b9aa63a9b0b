# options in rows, mixed with others
function f($x) {
  case $x {
    'Debian', 'Ubuntu': { 1 }
    'RedHat', 'debian': { 2 }
    /^S/: { 3 }
    'Suse', 'windows', 'x': { 4 }
    Integer: { 5 }
    undef: { 6 }
    'Ärger': { 7 }
    default: { 8 }
  }
}
$vals = ['DEBIAN','ubuntu','rEDHAT','Suse','WINDOWS','X', 5, undef, 'ÄRGER', 'Ärger', '', true, ['x'], {'x'=>1}, 'Sx', 1.0, default, Sensitive('x')]
Integer[1,30].each |$i| { $vals.each |$v| { f($v) } }
$vals.each |$v| { notice(f($v)) }
$vals.each |$v| { notice($v ? { 'a' => 1, 'DEBIAN' => 2, 'b' => 3, 'ubuntu' => 4, '' => 'e', default => 5 }) }
