$t = 'notify'
Resource[$t] { 'by type': }
$refs = Resource['file', '/a', '/b']
notice($refs, Resource['file'], Resource['notify', 'x'] == Notify['x'])
file { ['/a', '/b']: }
$refs[0] -> $refs[1]
