# Tags: include chain
class a { include b } class b { include c } class c { notify { 'x': } }
include a
