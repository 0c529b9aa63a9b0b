# Tags: include two
class a { include c } class b { include c } class c { notify { 'x': } }
include a, b
