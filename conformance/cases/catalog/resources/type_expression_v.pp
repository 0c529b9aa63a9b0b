# Resources: type expression v
$t = /x/
$t { 'a': }
