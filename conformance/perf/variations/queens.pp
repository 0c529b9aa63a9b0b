# 8 queens by all and reduce; unit: 15720 try
function safe(Array $cols, Integer $row, Integer $c) >> Boolean {
  $cols.all |$r, $x| { $x != $c and $x - $c != $row - $r and $c - $x != $row - $r }
}
function place(Integer $row, Array $cols) >> Integer {
  if $row == 8 { 1 } else {
    Integer[0, 7].reduce(0) |$m, $c| { if safe($cols, $row, $c) { $m + place($row + 1, $cols + [$c]) } else { $m } }
  }
}
notice("CHECK ${place(0, [])}")
