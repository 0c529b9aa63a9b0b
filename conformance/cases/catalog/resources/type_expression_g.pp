# Resources: type expression g
$t = Class
class c {}
$t { 'c': }
