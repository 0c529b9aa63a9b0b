class c(Hash[String, Integer[1]] $h) { }
class { 'c': h => { 'a' => 1, 'b' => 0, 3 => 1 } }
