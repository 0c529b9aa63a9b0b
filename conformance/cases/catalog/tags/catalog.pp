# Tags: catalog
class a { notify { 'x': tag => 'rr' } }
class b::c { }
include b::c, a
