# Virtual: exported checks d
define d1 { @@notify { 'r': } }
d1 { 'p': alias => 'x' }
notify { 'x': }
