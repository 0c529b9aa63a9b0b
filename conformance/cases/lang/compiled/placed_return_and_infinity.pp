# `return` and infinite Floats in placed functions
function ret($n) { if $n > 5 { return('big') } $n }
function useret($n) { $x = ret($n)  "${x}!" }
function fl(Float $x) >> Float { $x * 1e300 }
function usefl(Float $x) >> Float { fl($x) * 2.0 }
Integer[1, 60].each |$i| { useret($i) usefl($i * 1.0) }
notice(useret(3), useret(7))
notice(usefl(1e5))
notice(usefl(1e9))
