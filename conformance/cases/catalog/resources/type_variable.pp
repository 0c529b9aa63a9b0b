# Resources: type variable
$t = 'notify'
$t { 'a': }
