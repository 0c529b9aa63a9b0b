# Resources: type expression u
$t = undef
$t { 'a': }
