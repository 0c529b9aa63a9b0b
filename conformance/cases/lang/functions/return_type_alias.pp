# spec: 003 "Returned Type": an alias, a type of several values, undef
type Small = Integer[0, 9]
function f($x) >> Small { $x }
function g($x) >> Optional[Struct[{ n => Small, Optional[t] => String }]] { $x }
notice(f(1), g(undef), g({ n => 2 }))
notice(g({ n => 20, t => 1 }))
