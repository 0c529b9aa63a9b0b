# rows of texts, replaced entries and digits
function f($s) { case $s { 'one': { 1 } 'TWO': { 2 } 'three', 'drei': { 3 } 'four': { 4 } /^f/: { 5 } default: { $s ? { 'a' => 'A', 'b' => 'B', 'c' => 'C', 'd' => 'D', default => 'none' } } } }
$vals = ['ONE', 'two', 'Drei', 'FOUR', 'five', 'a', 'D', "\u212Aelvin", 'x'.upcase, ''.empty, 3, 'ﬀ']
Integer[1,30].each |$i| { $vals.each |$v| { f($v) } }
notice($vals.map |$v| { f($v) })
$h = Integer[1, 3000].reduce({}) |$m, $i| { $m + { "k${$i % 20}" => pick_it($m["k${$i % 20}"], $i) } }
function pick_it($old, $new) { if $old =~ Undef { $new } else { ($old * 31 + $new) % 1009 } }
notice($h)
notice(Integer[-1100, -90].step(101).map |$x| { "${x}|" })
notice([0, -0, 7, -7, 10, -10, 99, 100, -100, 101, 1000000, -9223372036854775807].map |$x| { "<${x}>" })
