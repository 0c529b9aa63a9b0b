# spec: 004 "List of Non-Expressions": definitions are no values
$x = class a { }
