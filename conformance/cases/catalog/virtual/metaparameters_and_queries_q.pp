# Virtual: metaparameters and queries q
define d { notice($noop) }
d { 'a': noop => undef }
