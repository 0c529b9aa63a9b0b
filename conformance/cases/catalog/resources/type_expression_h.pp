# Resources: type expression h
$t = Notify['x']
$t { 'c': }
