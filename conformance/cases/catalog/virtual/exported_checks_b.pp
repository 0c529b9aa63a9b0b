# Virtual: exported checks b
@@notify { 'a': alias => 'x' }
define d1 { notify { 'r': } }
d1 { 'p': alias => 'x' }
