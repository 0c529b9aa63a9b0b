# Tags: function after
class c { notify { 'a': } tag('late') notify { 'b': } }
include c
