$s = Sensitive('p')
$r = inline_epp('x<%= $v %>', { v => $s })
notice($r, $r.unwrap)
