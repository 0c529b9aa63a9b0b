stage { 'first': before => Stage['main'] }
stage { 'last': require => Stage['main'] }
class a { notify { 'a': } include b }
class b { notify { 'b': } }
class c { notify { 'c': } }
class { 'a': stage => first }
class { 'c': stage => 'last' }
