# Strings or numbers by case; unit: 500000 elem
$a = Integer[1, 500000].map |$i| {
  case [$i % 3, $i % 5] { [0, 0]: { 'FizzBuzz' } [0, default]: { 'Fizz' } [default, 0]: { 'Buzz' } default: { $i } }
}
notice("CHECK ${a[14]} ${a[2]} ${a[4]} ${a[6]}")
