# spec: 004 "List of Non-Expressions": a node definition as a value
$x = [node default { }]
