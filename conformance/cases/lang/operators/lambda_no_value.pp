# spec: 004 "List of Non-Expressions": a lambda is no value
$x = |$y| { $y }
