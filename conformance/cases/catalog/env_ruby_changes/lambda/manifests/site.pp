$o = ['outer']
[1, 2].each |$i| {
  $l = ['l', $i]
  notice(inline_template('<% @l << "z"; @o << @i %>'))
  notice($l, $o)
}
notice($o)
