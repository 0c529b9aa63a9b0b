# spec: 004 "Boolean Operators": undef is false, everything else is true
$values = [0, '', 'false', [], {}, undef, default, 0.0, /x/, Integer, false]
notice($values.map |$x| { $x and true }, $values.map |$x| { $x or false }, $values.map |$x| { !$x })
