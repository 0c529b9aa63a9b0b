# Virtual: metaparameters and queries c2
class d { notice($title, $name) }
class { 'd': name => 'zz' }
