function h2($o, $c) {
  $r = { 'mh2::x' => { default => 1 } }
  $r
}
