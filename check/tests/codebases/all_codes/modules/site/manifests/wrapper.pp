# what fails depends on the values that a declaration gives
define site::wrapper($weight, $port = 'none') {
  $sum = $weight + 1
  if $port =~ Integer {
    notice($port + 1)
  }
  site::weighted { "of ${name} ${sum}":
    weight => $weight,
  }
}
