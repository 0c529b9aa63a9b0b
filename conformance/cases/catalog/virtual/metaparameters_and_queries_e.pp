# Virtual: metaparameters and queries e
define d { D2 { tag => 'x' } d2 { 'q': } }
define d2 { notice($tag) }
d { 'a': }
