# spec: 004 "Location": not any expression as the type of a resource
$t = 'notify'
$t { 'x': }
