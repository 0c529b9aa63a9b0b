# Virtual: realize returns
@notify { 'a': }
$x = realize(Notify['a'])
