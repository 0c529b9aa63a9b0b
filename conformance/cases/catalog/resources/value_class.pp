# Resources: value class
class c { }
$x = class { 'c': }
notice($x)
