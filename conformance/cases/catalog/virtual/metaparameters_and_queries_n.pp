# Virtual: metaparameters and queries n
define d { include x }
class x { notice($noop) }
d { 'a': noop => true }
