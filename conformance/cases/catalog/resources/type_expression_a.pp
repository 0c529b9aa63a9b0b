# Resources: type expression a
$t = 'notify'
$t { 'a': }
