# Classes: params all kinds
class c(Integer $i, Optional[String] $s = undef, Array[Integer] $a = [1], Hash $h = {}, Enum['x','y'] $e = 'x', Boolean $b = true, Variant[Integer,String] $v = 1, Pattern[/^a/] $p = 'abc') { notify { "$i-$s-$a-$h-$e-$b-$v-$p": } }
class { 'c': i => 1 }
