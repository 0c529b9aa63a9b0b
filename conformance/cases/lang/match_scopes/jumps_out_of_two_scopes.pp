# a jump passes the ends of several scopes
'z9' =~ /z(\d)/
$r = [1, 2].map |$i| {
  [5, 6].each |$j| {
    if "a${j}" =~ /a(\d)/ {
      case "b${i}" {
        /b(2)/: { next() }
        default: { if $j == 6 { break() } }
      }
    }
    notice($i, $j, $1)
  }
  unless "c${i}" =~ /nothing/ { if "d${i}" =~ /d(1)/ { next("n${1}") } }
  "m${1}"
}
notice($r, $1)
