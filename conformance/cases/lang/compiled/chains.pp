# Chains of calls share a loop only where nobody can tell
$a = Integer[1,50].map |$i| { "n${i}" }
notice($a.filter |$x| { $x != 'n3' }.map |$x| { $x.upcase }.filter |$x| { $x =~ /1$/ }.reduce('') |$m, $x| { "${m}${x}" })
notice($a.map |$x| { $x[1,-1] }.map |$x| { Integer($x) }.filter |$x| { $x > 45 })
$h = Hash($a.map |$x| { [$x, { 'v' => $x, 'é' => undef }] })
notice($h.filter |$k, $v| { $v['é'] == undef }.map |$k, $v| { $v['v'] }.filter |$x| { $x in ['n1','n50'] })
notice($a.map |$x| { if $x == 'n7' { next('seven') } $x }.filter |$x| { $x == 'seven' })
notice($a.map |$x| { $y = "${x}!" $y }.reduce |$m, $x| { $x })
notice($a.filter |$x| { notice($x) $x == 'n2' }.map |$x| { $x })
notice(Integer[1, 30].map |$x| { 100 / ($x - 20) }.map |$x| { [][1][$x] })
