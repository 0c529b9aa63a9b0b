# Virtual: metaparameters and queries g
stage { 'p': }
class d { include e }
class e { notice($stage) }
class { 'd': stage => 'p' }
