# `break` from a branch whose condition has matched: the match ends with the loop
'z9' =~ /z(\d)/
$r = [1, 2, 3].map |$x| {
  if "a${x}" =~ /a(\d)/ {
    if $x == 3 { break() }
    case 'q7' { /q(.)/: { if $x == 5 { break() } } default: { } }
  }
  "${x}${1}"
}
notice($r, $1)
$s = [1, 2, 3].reduce(0) |$m, $x| {
  if "b${x}" =~ /b(\d)/ { if $x == 2 { break() } }
  $m + $x
}
notice($s, $1)
