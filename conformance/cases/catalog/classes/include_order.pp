class a { include b notify { 'a': } }
class b { require c notify { 'b': } }
class c { notify { 'c': } }
include a, [c, ['b']], Class['a']
