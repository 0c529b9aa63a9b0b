# Classes: case insensitive
class foo::bar { notice($title, $name) }
include Foo::Bar
include 'FOO::bar'
