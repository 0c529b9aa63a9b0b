function m::stop_at($x, $limit) {
  if $x == $limit { break() }
  $x * 10
}
