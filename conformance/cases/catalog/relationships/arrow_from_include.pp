# Relationships: arrow from include
class a { notify { 'a': } } class b { notify { 'b': } }
include(a) -> include(b)
