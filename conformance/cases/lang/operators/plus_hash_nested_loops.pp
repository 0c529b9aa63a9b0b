# a hash of counts that loops inside of a loop add to, also in a function
function add(Hash $memo, String $line) {
  $line.split(' ').reduce($memo) |$m, $word| {
    $n = $m[$word] ? { undef => 0, default => $m[$word] }
    $m + { $word => $n + 1 }
  }
}
$a = Integer[1, 400].reduce({}) |$memo, $i| {
  "the cat ${$i % 7} and the dog ${i}".split(' ').reduce($memo) |$m, $word| {
    $n = $m[$word] ? { undef => 0, default => $m[$word] }
    $m + { $word => $n + 1 }
  }
}
$b = Integer[1, 400].reduce({}) |$memo, $i| { add($memo, "the cat ${$i % 7} and the dog ${i}") }
notice($a == $b, $a.length, $a['the'], $a['3'], $a['399'])
$c = Integer[1, 50].reduce([{}, []]) |$both, $i| { [add($both[0], "x y${$i % 3}"), $both[1] << $both[0]] }
notice($c[0], $c[1][0], $c[1][1], $c[1][25])
