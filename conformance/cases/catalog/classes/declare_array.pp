# Classes: declare array
class foo { } class bar { }
class { ['foo', 'bar']: }
