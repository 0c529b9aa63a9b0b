# Resources: type expression m
$t = 'notify'
$t { message => 'a' }
