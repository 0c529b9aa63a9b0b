# the chain without types; unit: 1200000 call
$n = 20000
function f0($a, $b, $c = undef) {
  if $a > 50000 { f1($a % 100003, $b) } else { f1($a * 3 + 0, $b, [$a, 0]) }
}
function f1($a, $b, $c = undef) {
  if $a > 50000 { f2($a % 100005, $b) } else { f2($a * 3 + 1, $b, [$a, 1]) }
}
function f2($a, $b, $c = undef) {
  if $a > 50000 { f3($a % 100007, $b) } else { f3($a * 3 + 2, $b, [$a, 2]) }
}
function f3($a, $b, $c = undef) {
  if $a > 50000 { f4($a % 100009, $b) } else { f4($a * 3 + 3, $b, [$a, 3]) }
}
function f4($a, $b, $c = undef) {
  if $a > 50000 { f5($a % 100011, $b) } else { f5($a * 3 + 4, $b, [$a, 4]) }
}
function f5($a, $b, $c = undef) {
  if $a > 50000 { f6($a % 100013, $b) } else { f6($a * 3 + 5, $b, [$a, 5]) }
}
function f6($a, $b, $c = undef) {
  if $a > 50000 { f7($a % 100015, $b) } else { f7($a * 3 + 6, $b, [$a, 6]) }
}
function f7($a, $b, $c = undef) {
  if $a > 50000 { f8($a % 100017, $b) } else { f8($a * 3 + 7, $b, [$a, 7]) }
}
function f8($a, $b, $c = undef) {
  if $a > 50000 { f9($a % 100019, $b) } else { f9($a * 3 + 8, $b, [$a, 8]) }
}
function f9($a, $b, $c = undef) {
  if $a > 50000 { f10($a % 100021, $b) } else { f10($a * 3 + 9, $b, [$a, 9]) }
}
function f10($a, $b, $c = undef) {
  if $a > 50000 { f11($a % 100023, $b) } else { f11($a * 3 + 10, $b, [$a, 10]) }
}
function f11($a, $b, $c = undef) {
  if $a > 50000 { f12($a % 100025, $b) } else { f12($a * 3 + 11, $b, [$a, 11]) }
}
function f12($a, $b, $c = undef) {
  if $a > 50000 { f13($a % 100027, $b) } else { f13($a * 3 + 12, $b, [$a, 12]) }
}
function f13($a, $b, $c = undef) {
  if $a > 50000 { f14($a % 100029, $b) } else { f14($a * 3 + 13, $b, [$a, 13]) }
}
function f14($a, $b, $c = undef) {
  if $a > 50000 { f15($a % 100031, $b) } else { f15($a * 3 + 14, $b, [$a, 14]) }
}
function f15($a, $b, $c = undef) {
  if $a > 50000 { f16($a % 100033, $b) } else { f16($a * 3 + 15, $b, [$a, 15]) }
}
function f16($a, $b, $c = undef) {
  if $a > 50000 { f17($a % 100035, $b) } else { f17($a * 3 + 16, $b, [$a, 16]) }
}
function f17($a, $b, $c = undef) {
  if $a > 50000 { f18($a % 100037, $b) } else { f18($a * 3 + 17, $b, [$a, 17]) }
}
function f18($a, $b, $c = undef) {
  if $a > 50000 { f19($a % 100039, $b) } else { f19($a * 3 + 18, $b, [$a, 18]) }
}
function f19($a, $b, $c = undef) {
  if $a > 50000 { f20($a % 100041, $b) } else { f20($a * 3 + 19, $b, [$a, 19]) }
}
function f20($a, $b, $c = undef) {
  if $a > 50000 { f21($a % 100043, $b) } else { f21($a * 3 + 20, $b, [$a, 20]) }
}
function f21($a, $b, $c = undef) {
  if $a > 50000 { f22($a % 100045, $b) } else { f22($a * 3 + 21, $b, [$a, 21]) }
}
function f22($a, $b, $c = undef) {
  if $a > 50000 { f23($a % 100047, $b) } else { f23($a * 3 + 22, $b, [$a, 22]) }
}
function f23($a, $b, $c = undef) {
  if $a > 50000 { f24($a % 100049, $b) } else { f24($a * 3 + 23, $b, [$a, 23]) }
}
function f24($a, $b, $c = undef) {
  if $a > 50000 { f25($a % 100051, $b) } else { f25($a * 3 + 24, $b, [$a, 24]) }
}
function f25($a, $b, $c = undef) {
  if $a > 50000 { f26($a % 100053, $b) } else { f26($a * 3 + 25, $b, [$a, 25]) }
}
function f26($a, $b, $c = undef) {
  if $a > 50000 { f27($a % 100055, $b) } else { f27($a * 3 + 26, $b, [$a, 26]) }
}
function f27($a, $b, $c = undef) {
  if $a > 50000 { f28($a % 100057, $b) } else { f28($a * 3 + 27, $b, [$a, 27]) }
}
function f28($a, $b, $c = undef) {
  if $a > 50000 { f29($a % 100059, $b) } else { f29($a * 3 + 28, $b, [$a, 28]) }
}
function f29($a, $b, $c = undef) {
  if $a > 50000 { f30($a % 100061, $b) } else { f30($a * 3 + 29, $b, [$a, 29]) }
}
function f30($a, $b, $c = undef) {
  if $a > 50000 { f31($a % 100063, $b) } else { f31($a * 3 + 30, $b, [$a, 30]) }
}
function f31($a, $b, $c = undef) {
  if $a > 50000 { f32($a % 100065, $b) } else { f32($a * 3 + 31, $b, [$a, 31]) }
}
function f32($a, $b, $c = undef) {
  if $a > 50000 { f33($a % 100067, $b) } else { f33($a * 3 + 32, $b, [$a, 32]) }
}
function f33($a, $b, $c = undef) {
  if $a > 50000 { f34($a % 100069, $b) } else { f34($a * 3 + 33, $b, [$a, 33]) }
}
function f34($a, $b, $c = undef) {
  if $a > 50000 { f35($a % 100071, $b) } else { f35($a * 3 + 34, $b, [$a, 34]) }
}
function f35($a, $b, $c = undef) {
  if $a > 50000 { f36($a % 100073, $b) } else { f36($a * 3 + 35, $b, [$a, 35]) }
}
function f36($a, $b, $c = undef) {
  if $a > 50000 { f37($a % 100075, $b) } else { f37($a * 3 + 36, $b, [$a, 36]) }
}
function f37($a, $b, $c = undef) {
  if $a > 50000 { f38($a % 100077, $b) } else { f38($a * 3 + 37, $b, [$a, 37]) }
}
function f38($a, $b, $c = undef) {
  if $a > 50000 { f39($a % 100079, $b) } else { f39($a * 3 + 38, $b, [$a, 38]) }
}
function f39($a, $b, $c = undef) {
  if $a > 50000 { f40($a % 100081, $b) } else { f40($a * 3 + 39, $b, [$a, 39]) }
}
function f40($a, $b, $c = undef) {
  if $a > 50000 { f41($a % 100083, $b) } else { f41($a * 3 + 40, $b, [$a, 40]) }
}
function f41($a, $b, $c = undef) {
  if $a > 50000 { f42($a % 100085, $b) } else { f42($a * 3 + 41, $b, [$a, 41]) }
}
function f42($a, $b, $c = undef) {
  if $a > 50000 { f43($a % 100087, $b) } else { f43($a * 3 + 42, $b, [$a, 42]) }
}
function f43($a, $b, $c = undef) {
  if $a > 50000 { f44($a % 100089, $b) } else { f44($a * 3 + 43, $b, [$a, 43]) }
}
function f44($a, $b, $c = undef) {
  if $a > 50000 { f45($a % 100091, $b) } else { f45($a * 3 + 44, $b, [$a, 44]) }
}
function f45($a, $b, $c = undef) {
  if $a > 50000 { f46($a % 100093, $b) } else { f46($a * 3 + 45, $b, [$a, 45]) }
}
function f46($a, $b, $c = undef) {
  if $a > 50000 { f47($a % 100095, $b) } else { f47($a * 3 + 46, $b, [$a, 46]) }
}
function f47($a, $b, $c = undef) {
  if $a > 50000 { f48($a % 100097, $b) } else { f48($a * 3 + 47, $b, [$a, 47]) }
}
function f48($a, $b, $c = undef) {
  if $a > 50000 { f49($a % 100099, $b) } else { f49($a * 3 + 48, $b, [$a, 48]) }
}
function f49($a, $b, $c = undef) {
  if $a > 50000 { f50($a % 100101, $b) } else { f50($a * 3 + 49, $b, [$a, 49]) }
}
function f50($a, $b, $c = undef) {
  if $a > 50000 { f51($a % 100103, $b) } else { f51($a * 3 + 50, $b, [$a, 50]) }
}
function f51($a, $b, $c = undef) {
  if $a > 50000 { f52($a % 100105, $b) } else { f52($a * 3 + 51, $b, [$a, 51]) }
}
function f52($a, $b, $c = undef) {
  if $a > 50000 { f53($a % 100107, $b) } else { f53($a * 3 + 52, $b, [$a, 52]) }
}
function f53($a, $b, $c = undef) {
  if $a > 50000 { f54($a % 100109, $b) } else { f54($a * 3 + 53, $b, [$a, 53]) }
}
function f54($a, $b, $c = undef) {
  if $a > 50000 { f55($a % 100111, $b) } else { f55($a * 3 + 54, $b, [$a, 54]) }
}
function f55($a, $b, $c = undef) {
  if $a > 50000 { f56($a % 100113, $b) } else { f56($a * 3 + 55, $b, [$a, 55]) }
}
function f56($a, $b, $c = undef) {
  if $a > 50000 { f57($a % 100115, $b) } else { f57($a * 3 + 56, $b, [$a, 56]) }
}
function f57($a, $b, $c = undef) {
  if $a > 50000 { f58($a % 100117, $b) } else { f58($a * 3 + 57, $b, [$a, 57]) }
}
function f58($a, $b, $c = undef) {
  if $a > 50000 { f59($a % 100119, $b) } else { f59($a * 3 + 58, $b, [$a, 58]) }
}
function f59($a, $b, $c = undef) {
  $a + $b.length
}
$r = Integer[1, $n].reduce(0) |$acc, $i| { ($acc + f0($i, "name${i}")) % 1000003 }
notice("CHECK ${r}")
