# Virtual: exported checks e
define d1 { @@notify { 'r': } @@notify { 's': } }
d1 { 'p': alias => 'x' }
