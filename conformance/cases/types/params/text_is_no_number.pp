# spec: 002 "String to Numeric Conversion": no conversion for typed parameters
class c(Numeric $x) { notice($x) }
class { 'c': x => '1' }
