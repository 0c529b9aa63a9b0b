# Spec: 004 "Calls": a Struct takes its entries in any order, with optional ones or without them.
function area(Struct[{ w => Integer[0], h => Integer[0], Optional[name] => String }] $r) { $r[w] * $r[h] }
function kind(Variant[Struct[{ a => Integer }], Struct[{ a => String, b => Integer }]] $r) { size($r) }
$sum = Integer[1, 400].reduce(0) |$s, $i| {
  $r = $i % 4 ? {
    0 => { 'w' => $i, 'h' => 2 }, 1 => { 'h' => 3, 'w' => $i },
    2 => { 'name' => "r${i}", 'w' => 1, 'h' => $i }, default => { 'w' => $i, 'h' => 1, 'name' => 'x' },
  }
  $s + area($r) + kind(if $i % 2 == 0 { { 'a' => $i } } else { { 'b' => $i, 'a' => 'x' } })
}
notice($sum)
notice(area({ 'w' => 1, 'h' => -1, 'name' => 'n' }))
