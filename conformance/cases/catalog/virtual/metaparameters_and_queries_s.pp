# Virtual: metaparameters and queries s
define d($tagx) { notify { 'x': } }
d { 'a': tagx => 1, title => 'q' }
