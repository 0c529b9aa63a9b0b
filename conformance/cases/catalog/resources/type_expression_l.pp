# Resources: type expression l
$t = 'notify'
@@$t { 'a': }
