# instances of a define; unit: 20000 instance
define d(Integer $i, String $s = 'x', Array[String] $l = []) { notify { "n${title}": message => "${s} ${i}" } }
Integer[1, 20000].each |$i| { d { "t${i}": i => $i, l => ['a'] } }
notice('CHECK 0')
