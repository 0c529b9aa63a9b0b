# spec: 003 "Autoloading": a function of a manifest goes before a built-in one
function upcase($x) { "mine ${x}" }
function map($x) { "no block: ${x}" }
class c { notice(upcase('b')) }
include c
notice(upcase('a'), 'a'.upcase, call('upcase', 'c'), [1].map, inline_epp('<%= upcase("t") %>'))
notice([1].map |$x| { $x })
