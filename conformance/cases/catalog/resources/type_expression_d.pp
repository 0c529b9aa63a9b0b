# Resources: type expression d
$t = Notify
Resource[$t] { 'b': }
