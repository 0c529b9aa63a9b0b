# Resources: type expression t
$t = 5
$t { 'a': }
