# options, texts and lists that hold regular expressions set match variables; types do not
$re = /v(\d)/
$list = [/l(\d)/, 'x']
'z9' =~ /z(\d)/
$a = case 'v1' { $re: { $1 } default: { 'no' } }
$b = 'v2' ? { $re => $1, default => 'no' }
$c = case 'l3' { *$list: { $1 } default: { 'no' } }
$d = if 'l4' in [/l(\d)/] { $1 } else { 'no' }
$e = if 'p5' =~ Pattern[/p(\d)/] { $1 } else { 'no' }
$f = case 'p6' { Pattern[/p(\d)/]: { $1 } default: { 'no' } }
$g = if 's7' =~ 's(.)' { $1 } else { 'no' }
$h = 'a' ? { 'a' => $1, default => 'no' }
notice($a, $b, $c, $d, $e, $f, $g, $h, $1)
