# Virtual: metaparameters and queries f
class d($stage) { notice($stage) }
class { 'd': stage => 'main' }
