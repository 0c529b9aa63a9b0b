# Resources: type expression p
$n = Notify
$n['a'] { message => 'a' }
notify { 'a': }
