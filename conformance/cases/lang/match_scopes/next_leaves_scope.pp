# `next` from a branch whose condition has matched: the match ends with the round
'z9' =~ /z(\d)/
[1, 2, 3].each |$x| {
  notice("before ${1}")
  if 'a1' =~ /a(\d)/ {
    if $x == 2 { next() }
    notice("inside ${1} ${x}")
  }
  notice("after ${1}")
}
notice("end ${1}")
