# spec: 004 "List of Non-Expressions": a class definition as a value
$x = class a { }
