# spec: 004 "case": arrays of values against arrays of options, item by item
function kinds($a, $b) {
  case [$a, $b] {
    [0, Integer]: { 'zero' }
    [Integer[default, -1], Any]: { 'negative' }
    ['a', 'b']: { 'ab' }
    [String, [/^t(.)/, default]]: { "text ${1}" }
    [Integer]: { 'one item' }
    default: { 'other' }
  }
}
function nested($a, $b) {
  $pair = [$a, [$b, 1]]
  $pair ? { [Integer, [/^t(.)/, 1]] => "${1}${pair[0]}", [Any, [Undef, 1]] => 'undef', default => $pair[1] }
}
$all = [[0, 5], [0, 'x'], [-3, undef], ['A', 'B'], ['x', ['two', 1]], ['x', ['one', 1]], [[0], 5], [2, 2]]
$all.each |$p| { notice(kinds(*$p), ' ', nested(*$p)) }
Integer[1, 3000].reduce(0) |$s, $i| { $s + kinds($i % 3 - 1, $i).length }.notice
