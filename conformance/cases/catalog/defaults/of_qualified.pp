# Defaults: of qualified
define a::b($x = 1) { notice($x) }
A::B { x => 2 }
a::b { 'q': }
