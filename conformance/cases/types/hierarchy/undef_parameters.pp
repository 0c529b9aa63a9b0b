# spec: 000 "Undef"
function f(Optional[Integer] $x) { $x =~ Undef }
function g(Variant[Undef, String] $x) { $x =~ Undef }
function h(Any $x) { $x =~ Undef }
notice(f(undef), g(undef), h(undef))
function i(Integer $x) { $x }
notice(i(undef))
