node 'n00' { notice(m::v('sym'), m::v('sym') == 'sym', type(m::v('sym'))) }
node 'n01' { notice(m::v('symundef'), m::v('symdefault'), type(m::v('symundef')), type(m::v('symdefault'))) }
node 'n02' { notice(m::v('symarr')) }
node 'n03' { notice(m::v('set')) }
node 'n04' { notice(type(m::v('set'))) }
node 'n05' { notice(m::v('range')) }
node 'n06' { notice(m::v('rangef')) }
node 'n07' { notice(m::v('time')) }
node 'n08' { notice(type(m::v('time'))) }
node 'n09' { notice(m::v('date')) }
node 'n10' { notice(m::v('struct')) }
node 'n11' { notice(m::v('nan'), m::v('inf'), m::v('ninf')) }
node 'n12' { notice(m::v('nan') == m::v('nan'), type(m::v('inf')), m::v('inf') + 1) }
node 'n13' { notice(m::v('big')) }
node 'n14' { notice(type(m::v('big')), m::v('big') + 1) }
node 'n15' { notice(m::v('big63'), m::v('nbig')) }
node 'n16' { notice(m::v('nbig') - 1) }
node 'n17' { notify { 'x': message => m::v('big') } }
node 'n18' { notice(m::v('rational')) }
node 'n19' { notice(m::v('complex')) }
node 'n20' { notice(m::v('uni'), m::v('uni').size) }
node 'n21' { notice(m::v('ascii'), m::v('frozen')) }
node 'n22' { notice(m::v('hashsym')) }
node 'n23' { notify { 'x': message => m::v('hashsym') } }
node 'n24' { notice(m::v('hashdef'), m::v('hashdef')['zz'], m::v('hashdef3')['zz']) }
node 'n25' { notice(m::v('hashdef2')) }
node 'n26' { notice(m::v('shared')) }
node 'n27' { notice(m::v('nil') == undef, m::v('nils')) }
node 'n28' { notice(m::v('sens'), m::v('sensn'), m::v('sens').unwrap) }
node 'n29' { notify { 'x': message => m::v('sens') } }
node 'n30' { notice(m::v('unwrap', Sensitive('x')), m::v('senscls', Sensitive('x'))) }
node 'n31' { notice(m::v('ts'), m::v('ts2'), m::v('ts3'), type(m::v('ts'))) }
node 'n32' { notice(m::v('tspan'), m::v('tspan2'), m::v('tspan3')) }
node 'n33' { notice(m::v('sem'), m::v('sem2'), m::v('semcmp', SemVer('1.0.0')), type(m::v('sem'))) }
node 'n34' { notice(m::v('sembad')) }
node 'n35' { notice(m::v('semrange'), m::v('semin'), m::v('semin2', SemVerRange('>=1.0.0'))) }
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
node 'n52' { notice(m::v('type'), m::v('typep'), m::v('infer', [1,'a']), m::v('inferset', [1,'a'])) }
node 'n53' { notice(m::v('inst', 1), m::v('inst', 'a'), m::v('typeinst', String, 'a'), m::v('typeassign', Numeric, Integer)) }
node 'n54' { notice(m::v('typeacc', Integer[1,5]), m::v('typeelem', Array[String]), m::v('enumvals', Enum[a,b])) }
node 'n55' { notice(m::v('structels', Struct[{a=>Integer, Optional[b]=>String}]), m::v('variants', Variant[Integer,String])) }
node 'n56' { notice(m::v('restype', Notify['x']), m::v('restype', File)) }
node 'n58' { notice(m::v('classref', Class['a::b'])) }
node 'n59' { notice(m::v('mkres'), m::v('mkres2'), type(m::v('mkres')), m::v('mktype')) }
node 'n60' { notice(m::v('binary'), m::v('binin', Binary('aGVsbG8=')), type(m::v('binary'))) }
node 'n61' { notice(m::v('uri'), m::v('uriin', URI('http://h.com:80/p')), type(m::v('uri'))) }
node 'n62' { notice(m::v('deflt', default), m::v('undefcls', undef)) }
node 'n63' { notice(m::v('deep')) }
node 'n64' { notice(m::v('int', 9223372036854775807)) }
node 'n65' { notice(m::v('int', 1), m::v('float', 1.5), m::v('negzero'), m::v('small'), m::v('exp'), m::v('str*', 3)) }
node 'n66' { notice(m::v('tsin', Timestamp('2020-01-01T00:00:00.5 UTC')), m::v('tspin', Timespan('1-02:03:04'))) }
node 'n67' { notice(m::v('tsadd', Timestamp('2020-01-01T00:00:00 UTC'), Timespan(60)), m::v('tsfmt', Timestamp('2020-01-01T00:00:00 UTC'))) }
node 'n68' { notice(m::v('substr'), m::v('subarr'), m::v('subhash'), m::v('ivstr')) }
node 'n70' { notice(m::v('exc')) }
node 'n71' { notice(m::v('self')) }
node 'n72' { notice(m::v('iter', [1,2].each), m::v('iter', Integer[1,3])) }
node 'n73' { notice(m::v('longstr').size, m::v('nul').size) }
node 'n74' { notify { 'x': message => m::v('sym') } }
