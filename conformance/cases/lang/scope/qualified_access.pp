class a { $v = 'a' class { 'a::b': } }
class a::b { $v = "b of ${a::v}" notice($v, $::a::v, $a::b::v) }
include a
notice($a::b::v, $::a::b::v)
