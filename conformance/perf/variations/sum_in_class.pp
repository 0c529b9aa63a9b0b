# inside a class; unit: 2000000 elem
class c(Integer $n) {
  $r = Integer[1, $n].reduce(0) |$acc, $x| { ($acc + $x * 3 + $x % 7) % 1000003 }
  notice("CHECK ${r}")
}
class { 'c': n => 2000000 }
