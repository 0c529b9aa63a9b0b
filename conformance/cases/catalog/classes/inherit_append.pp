# Classes: inherit append
class a { notify { 'a': tag => 'x' } file { '/a': require => Notify['a'] } }
class b inherits a { Notify['a'] { tag +> 'y' } File['/a'] { require +> Notify['b'] } notify { 'b': } }
include b
