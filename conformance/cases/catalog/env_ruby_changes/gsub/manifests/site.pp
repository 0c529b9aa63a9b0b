$s = 'some text'
$t = "some ${s}"
notice(inline_template('<% @s.gsub!("e", "E"); @t.upcase! %>'))
notice($s, $t)
