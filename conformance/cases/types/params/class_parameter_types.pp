class c(Integer[0, 10] $n = 5, Optional[String[2]] $s = undef, Variant[Boolean, Enum[maybe]] $b = maybe, Hash[String, Array[Integer]] $h = {}, Type $t = Integer) { notice($n, $s, $b, $h, $t) }
class { 'c': s => 'xy', b => true, h => { a => [1] } }
