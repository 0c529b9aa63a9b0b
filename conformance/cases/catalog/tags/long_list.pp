# Tags: long list
$t = range(1, 40).map |$i| { "t$i" }
notify { 'a': tag => $t }
