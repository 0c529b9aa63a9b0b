class a { include b }
class b { notify { 'z': } }
class c { contain b }
include a
include c
