class a { tag('mine', 'a::b') notify { 'x': } notify { 'y': tag => ['t1', 't2'] } }
include a
