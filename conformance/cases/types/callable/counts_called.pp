# spec: 000 "Callable": min and max
function exact(Callable[Integer, String] &$b) { 'ok' }
function more(Callable[Integer, 1, 3] &$b) { 'ok' }
function none(Callable[0, 0] &$b) { 'ok' }
function any(Callable &$b) { 'ok' }
notice(exact |$a, $b| { }, exact |$a, $b = 1| { }, exact |*$a| { }, exact |Integer $a, String $b| { }, exact |Any $a, Any $b| { })
notice(more |$a, $b = 1, $c = 2| { }, more |*$a| { }, more |Numeric $a, *$b| { }, none || { }, none |$a = 1| { }, any |$a, $b, $c| { }, any || { })
notice(exact |$a| { })
