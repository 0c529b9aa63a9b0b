node 'n01' {
notice(m::fz('a', "b", a, "b${1}", "", '', "b\n", "it's"))
$a = 'a' $b = "b" $c = c $d = "${a}"
notice(m::fz($a, $b, $c, $d))
}
node 'n02' {
notice(m::fz("plain"))
notice(m::fz(@(X)))
 here
 | X
notice(m::fz(@("X")))
 here
 | X
notice(m::fz(@("X")))
 here ${1}
 | X
notice(m::fz('x'.upcase, ['a'][0], {'k' => 'v'}['k'], {'k' => "v"}['k'], {k => v}.keys[0], ["a"][0]))
}
node 'n03' {
class k($p = 'def', $q = "def") { notice(m::fz($p, $q, $title, $name, $module_name)) }
include k
define d($p = 'def', $q = "def") { notice(m::fz($p, $q, $title, $name)) }
d { 'one': } d { "two": p => 'x', q => "y" }
}
