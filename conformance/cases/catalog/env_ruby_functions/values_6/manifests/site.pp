node 'n65' { notice(m::v('int', 1), m::v('float', 1.5), m::v('negzero'), m::v('small'), m::v('exp'), m::v('str*', 3)) }
node 'n66' { notice(m::v('tsin', Timestamp('2020-01-01T00:00:00.5 UTC')), m::v('tspin', Timespan('1-02:03:04'))) }
node 'n67' { notice(m::v('tsadd', Timestamp('2020-01-01T00:00:00 UTC'), Timespan(60)), m::v('tsfmt', Timestamp('2020-01-01T00:00:00 UTC'))) }
node 'n68' { notice(m::v('substr'), m::v('subarr'), m::v('subhash'), m::v('ivstr')) }
node 'n70' { notice(m::v('exc')) }
node 'n71' { notice(m::v('self')) }
node 'n72' { notice(m::v('iter', [1,2].each), m::v('iter', Integer[1,3])) }
node 'n73' { notice(m::v('longstr').size, m::v('nul').size) }
node 'n74' { notify { 'x': message => m::v('sym') } }
