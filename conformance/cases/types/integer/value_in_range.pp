# spec: 000 "Integer": testing a value against a range
[0, 7, '7', 7.0].each |$value| {
  $a = $value ? { Integer[1,10] => true, default => false }
  $b = case $value { Integer[1,10]: { true } default: { false } }
  notice($value =~ Integer[1,10], ' ', $a, ' ', $b)
}
