# types of parameters in the main manifest see neither variables nor facts
$mode = 'a'
define d(Enum[$mode] $b) { }
