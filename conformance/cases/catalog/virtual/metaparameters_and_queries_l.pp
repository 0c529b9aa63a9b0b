# Virtual: metaparameters and queries l
class d { notice($d::tag, $d::noop) }
class { 'd': tag => 'q', noop => false }
notice($d::tag)
