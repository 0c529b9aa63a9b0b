# Resources: type expression f
$t = Resource['d']
define d { }
Resource[$t] { 'b': }
