define d(Integer $a, Hash[String, Integer] $b, Array $c, Enum['x','y'] $e) { }
d { 'a': a => 'x', b => {a => 'b', 1 => 2}, c => 1, e => 'z' }
