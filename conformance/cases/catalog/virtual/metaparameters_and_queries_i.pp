# Virtual: metaparameters and queries i
define d($x = $name) { notice($x, $name, $title) }
d { 'a': name => 'b' }
