# blocks whose values are known, assignments to several variables, selectors without an option
class site::blocks(Enum['a', 'b', 'c'] $mode, Boolean $is) {
  [1, 'a'].each |$x| { notice($x - 1) }
  $pairs = { 'a' => 1 }.map |$key, String $value| { [$key, $value] }
  ['x'].each |$at, $x| { notice($at.keys, $x) }
  $sum = ['a', 'b'].reduce |$all, $x| { $all - $x }
  with([1, 2]) |$a, $b| { notice($a, $b) }
  [['a']].each |$list| { $list.each |$x| { notice($x * 2) } }
  # the second item may not be reached
  [1, 'a'].each |$x| { if $x == 1 { break() } notice($x - 1) }
  [1, 'a'].each |$x| { if $x =~ Integer { notice($x - 1) } }
  [$one, $two] = [1]
  [$three, $four] = { 'three' => 3 }
  [$five, [$six, $seven]] = [5, [6]]
  [$fine, $also] = [1, 2]
  $never = $mode ? { 'd' => 1, /^e/ => 2, 5 => 3 }
  $some = $mode ? { 'a' => 1, 'b' => 2 }
  $half = $is ? { true => 1 }
  notice($pairs, $sum, $one, $two, $three, $four, $five, $six, $seven, $fine, $also, $never, $some, $half)
}
