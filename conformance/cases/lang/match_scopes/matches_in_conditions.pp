# a match in a condition or operand inside a branch is not seen after it
'z9' =~ /z(\d)/
[1, 2].each |$i| {
  $x = if $i == 1 and 'a1' =~ /a(\d)/ { $1 } else { "e${1}" }
  $y = if ('b2' =~ /b(\d)/) == true { ['c3'].filter |$t| { $t =~ /c(\d)/ } } else { [] }
  $z = if true { $w = 'd4' =~ /d(\d)/ $1 }
  notice($x, $y, $z, $1)
  notice([1, 2].any |$n| { "k${n}" =~ /k(2)/ }, $1)
}
notice($1)
