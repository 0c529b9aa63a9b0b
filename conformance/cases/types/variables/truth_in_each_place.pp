# spec: 000 "Boolean Conversion": if, unless, and, or, not
$values = ['', 'false', 0, 0.0, [], {}, default, Integer, undef, false, true]
notice($values.map |$v| { if $v { 1 } else { 0 } })
notice($values.map |$v| { unless $v { 1 } else { 0 } })
notice($values.map |$v| { [$v and true, $v or false, !$v] })
notice(undef ? { true => 't', false => 'f', default => 'd' }, '' ? { true => 't', default => 'd' })
