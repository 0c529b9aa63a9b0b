# Classes: duplicate class in class
class a { class { 'b': } }
class b { }
include b
include a
