# each branch of a chain has its own match; after it the one before counts
'z9' =~ /z(\d)/
['a1', 'b2', 'c3', 'd4'].each |$t| {
  $v = if $t =~ /a(\d)/ { "a${1}" } elsif $t =~ /b(\d)/ { "b${1}" } elsif $t == 'c3' { "c${1}" } else {
    if 'x8' =~ /x(\d)/ { "d${1}" }
  }
  notice($v, $1)
}
unless 'y7' =~ /n(\d)/ { notice($1) } else { notice('no') }
notice($1)
