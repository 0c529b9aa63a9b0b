# Classes: class attr before
class foo($a = 1) { notice($a) }
notice(Class['foo']['a'])
