class a { notify { 'x': } }
class { 'a': tag => ['one', 'two'] }
