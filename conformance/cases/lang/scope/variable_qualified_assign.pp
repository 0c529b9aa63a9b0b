# spec: 000 "variables": a qualified name can not be assigned
$a::b = 1
