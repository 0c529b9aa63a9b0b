node default { include a }
class a { d { 'x': } }
define d { notify { 'z': tag => 'Z::Y' } include c }
class c { notify { 'c': } }
