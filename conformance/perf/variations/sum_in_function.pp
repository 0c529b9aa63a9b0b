# inside a function with a parameter; unit: 2000000 elem
function total(Integer $n) >> Integer {
  Integer[1, $n].reduce(0) |$acc, $x| { ($acc + $x * 3 + $x % 7) % 1000003 }
}
notice("CHECK ${total(2000000)}")
