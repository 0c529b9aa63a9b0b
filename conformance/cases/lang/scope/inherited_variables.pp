class base { $a = 'base a' $b = 'base b' }
class child inherits base { $b = 'child b' notice($a, $b, $base::b) }
include child
notice($child::b, $child::a)
