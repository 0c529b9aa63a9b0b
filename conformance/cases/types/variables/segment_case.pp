# spec: 000 "Variable Names": the last segment is case sensitive
class a::b { $varA = 1 $vara = 2 notice($varA, $vara) }
include a::b
notice($a::b::varA, $a::b::vara, $::a::b::varA)
notice($a::b::VarA)
