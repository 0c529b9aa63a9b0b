# Virtual: exported checks c
@@notify { 'x': }
define d1 { notify { 'r': } }
d1 { 'p': alias => 'x' }
