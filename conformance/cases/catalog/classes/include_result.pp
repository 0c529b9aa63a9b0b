# Classes: include result
class a { }
class b::c { }
$r = include(a, 'b::c', ['a'])
notice($r)
notice(require(a))
notice(contain('::b::c'))
