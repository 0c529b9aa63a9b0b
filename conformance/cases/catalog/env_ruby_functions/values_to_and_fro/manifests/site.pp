[1, 2.5, 'é', true, undef, default, [1, [undef]], { 'a' => 1, 2 => 'b' }, /a(b)/, Integer[1, 5], File['/x'], Timespan(90), Timestamp(5), SemVer('1.2.3'), Binary('YWI='), Sensitive('s')].each |$v| {
  notice(m::echo($v), m::kind($v), $v == m::echo($v))
}
notice(m::make())
