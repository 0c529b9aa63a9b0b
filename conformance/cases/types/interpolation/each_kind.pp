# spec: 000 "To String Conversions"
notice("${1} ${1.5} ${[1, 'a', undef]} ${{a => undef}} ${/a.b/} ${Integer[1, 2]} ${undef}|${default}")
$b = true
notice("${b} ${Timespan(5)} ${Timestamp(5)} ${SemVer('1.2.3')} ${Binary('YWJj')} ${URI('a:b')} ${Deferred('f')}")
