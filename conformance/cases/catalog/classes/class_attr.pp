# Classes: class attr
class foo($a = 1) { notice($a) }
class { 'foo': a => 3 }
notice(Class['foo']['a'])
