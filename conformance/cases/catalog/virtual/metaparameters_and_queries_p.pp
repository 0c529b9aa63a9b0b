# Virtual: metaparameters and queries p
define d($noop2 = $noop) { }
d { 'a': noop => undef }
