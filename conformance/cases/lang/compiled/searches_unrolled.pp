# searches through short literals that end in every way
function isp($i) { [2,3,5,7,11,13].all |$p| { if $p > 7 and $i < 5 { next(true) } $i == $p or $i % $p != 0 } }
function anyp($i) { [2,3,5].any |$p| { if $p == 3 { return("ret ${i}") } $i % $p == 0 } }
notice(Integer[1,60].filter |$i| { isp($i) })
notice(Integer[1,12].map |$i| { anyp($i) })
notice([1,2,3].map |$x| { ['a', undef, false, 1].any |$y| { $y } })
notice([1,2].map |$x| { [].all |$y| { $y } })
notice([1,2].map |$x| { [1,2,3].all |Integer[0,2] $y| { $y } })
