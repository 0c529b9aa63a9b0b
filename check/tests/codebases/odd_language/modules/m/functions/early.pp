# Puppet does not check what `return` gives
function m::early($x) >> Integer {
  if $x { return 'text' }
  return 'other'
}
