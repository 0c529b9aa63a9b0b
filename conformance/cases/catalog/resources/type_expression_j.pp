# Resources: type expression j
$t = 'notify'
"${t}" { 'a': }
