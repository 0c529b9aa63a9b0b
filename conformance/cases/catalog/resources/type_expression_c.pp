# Resources: type expression c
$t = File
$t { 'a': }
