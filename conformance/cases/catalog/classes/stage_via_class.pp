# Classes: stage via class
class a { notify { 'a': } include b }
class b { notify { 'b': } }
stage { 'pre': before => Stage['main'] }
class { 'a': stage => 'pre' }
