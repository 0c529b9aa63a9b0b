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
