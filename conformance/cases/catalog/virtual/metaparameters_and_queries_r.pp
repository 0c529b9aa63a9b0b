# Virtual: metaparameters and queries r
define d { notice($name) }
d { 'a': name => undef }
