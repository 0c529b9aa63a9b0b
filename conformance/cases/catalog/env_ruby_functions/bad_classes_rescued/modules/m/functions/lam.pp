function m::lam($xs, &$block) {
  $hidden = 'h'
  $xs.map |$x| { $block($x) }
}
