# `return` from a branch whose condition has matched
function f($x) {
  if "a${x}" =~ /a(\d)/ { return($1) }
  'none'
}
'z9' =~ /z(\d)/
notice(f(1), f('b'), $1)
notice([1, 2].map |$x| { f($x) }, $1)
