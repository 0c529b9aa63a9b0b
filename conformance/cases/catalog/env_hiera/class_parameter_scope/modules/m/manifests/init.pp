class m($a, $b = "d${a}", $c = "default") {
  $own = 1
  notice("${a} ${b} ${c}")
}
