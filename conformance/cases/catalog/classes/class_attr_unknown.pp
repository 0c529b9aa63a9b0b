# Classes: class attr unknown
class foo($a = 1) { notice($a) }
class { 'foo': a => 3 }
notice(Class['foo']['b'])
