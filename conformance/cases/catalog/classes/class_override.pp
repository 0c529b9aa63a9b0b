# Classes: class override
class foo($a = 1) { notice($a) }
class { 'foo': }
Class['foo'] { a => 5 }
