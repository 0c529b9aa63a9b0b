node 'n36' { notice(m::v('re'), m::v('rei'), m::v('rex')) }
node 'n37' { notice('xAB' =~ m::v('rei'), 'abb' =~ m::v('re'), type(m::v('rei'))) }
node 'n38' { notice(m::v('rein', /(?i:ab)/), m::v('rein', /x/)) }
node 'n39' { notice(m::v('obj'), m::v('class'), m::v('mod'), m::v('proc')) }
node 'n40' { notice(m::v('cls', 1, 1.5, 'a', true, undef, default, [1], {a=>1}, /x/, Integer, Notify['x'], Sensitive(1))) }
node 'n41' { notice(m::v('cls', SemVer('1.0.0'), SemVerRange('1.x'), Timestamp('2020-01-01'), Timespan(1), Binary('YQ=='), URI('http://a'), Class['x'], Array[Integer], Any, Resource, Type[Integer])) }
node 'n42' { notice(m::v('clsdeep', {'a' => undef, 1 => default, 'c' => [undef], /x/ => 1})) }
node 'n43' { notice(m::v('insp', 1, 1.5, 'a', true, undef, default, [1, undef], {a=>1}, /x/)) }
node 'n45' { notice(m::v('to_s', 1, 1.5, 'a', true, undef, default, [1, undef], {a=>1}, /x/, Integer[1,2], Notify['x'], Class['a::b'])) }
node 'n46' { notice(m::v('to_s', SemVer('1.0.0'), SemVerRange('1.x'), Timestamp('2020-01-01'), Timespan(1), Binary('YQ=='), URI('http://a'), Sensitive(1))) }
node 'n47' { notice(m::v('enc', 'a', 'ä', "\u{1F600}")) }
node 'n48' { notice(m::v('id', 1, undef, [undef], {a => undef}, default, 'ä', 1.0, 1e100, -5)) }
