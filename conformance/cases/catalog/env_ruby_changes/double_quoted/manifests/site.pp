$s = "literal"
$t = "literal"
notice(inline_template('<% @s.gsub!("l", "L") %>'))
notice($s, $t)
$u = @(E)
  here
  | E
notice(inline_template('<% @u.replace("there") %>'))
notice($u)
define d { $l = "lit" notice(inline_template('<% @l << @title %>')) notice($l) }
d { 'one': }
