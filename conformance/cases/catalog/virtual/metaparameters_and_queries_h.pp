# Virtual: metaparameters and queries h
define d($x = $noop) { notice($x) }
d { 'a': noop => true }
