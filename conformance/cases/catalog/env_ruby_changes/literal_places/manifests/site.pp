notice(m::fr("dq", 'sq', bare, "x${1}", ["dq", 'sq'], { "k" => "v", 'k2' => 'v2' }))
notice(fr3("dq", 'sq', bare, "x${1}", ["dq", 'sq']))
notice(m::app("dq"), m::app("dq${1}"), "dq".m::app)
function g($x = "dflt", $y = 'sq') { m::fr($x, $y) }
notice(g(), g("a", 'b'))
function h() { "val" }
function i() { 'val' }
notice(m::fr(h(), i(), if true { "c" }, "${h()}", case 1 { 1: { "d" } }, $facts['kernel']))
["dq", 'sq'].each |$x| { notice(m::fr($x)) }
$x = if true { "a" } else { 'b' }
$y = ["a", "b"][0]
$z = { 'k' => "v" }['k']
$w = "a" ? { "a" => "r", default => 'q' }
$v = ("paren")
[$d, $e] = ["d", 'e']
notice(m::fr($x, $y, $z, $w, $v, $d, $e))
define dd($p = "dflt") { notice(m::fr($p)) }
dd { "t": }
dd { ['u', "v"]: p => "z" }
$s = "x"
$t = $s
notice(m::app($t), $s, $t)
$u = ["x", 'y']
notice(m::app($u[0]), $u)
$list = [["dq", { "a" => "b" }], @(X), "", "a
b"]
  here
  | X
notice(m::app($list[0][1]['a']), $list)
notice(inline_template('<%= @list[0].map(&:frozen?).inspect %> <%= @list.map(&:frozen?).inspect %> <%= @list[0][0] << "x" %>'), $list)
