# Virtual: metaparameters and queries m
define d { }
d { 'a': name => 'b' } d { 'b': }
