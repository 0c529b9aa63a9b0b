# Virtual: metaparameters and queries j
define d { $noop = 5 notice($noop) }
d { 'a': noop => true }
