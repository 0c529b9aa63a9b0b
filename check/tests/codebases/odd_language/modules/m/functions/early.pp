# Puppet does not check what `return` gives
function m::early($x) >> Integer {
  [$x].each |$y| {
    if $y { return 'text' }
  }
  'other'
}
