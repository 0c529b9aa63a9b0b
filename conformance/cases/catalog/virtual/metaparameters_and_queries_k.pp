# Virtual: metaparameters and queries k
class d { notice($nope) }
class { 'd': nope => 1 }
