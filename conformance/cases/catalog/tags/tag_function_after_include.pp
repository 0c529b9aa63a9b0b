class a { include b notify { 'x': } tag('after') }
class b { notify { 'z': } }
include a
