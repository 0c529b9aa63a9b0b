# Resources: type expression e
define d { }
$t = D
$t { 'b': }
