# Virtual: metaparameters and queries d
define d { notice($tag) }
d { 'a': }
