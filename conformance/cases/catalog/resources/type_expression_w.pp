# Resources: type expression w
$t = ''
Resource[$t] { 'a': }
