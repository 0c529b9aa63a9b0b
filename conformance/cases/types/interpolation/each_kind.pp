# spec: 000 "To String Conversions"
$b = true
$f = 1.50
$d = default
$u = undef
notice("${f} ${[1, 'a', undef]} ${{a => undef}} ${/a.b/} ${Integer[1, 2]} ${u}|${d}")
notice("${b} ${Timespan(5)} ${Timestamp(5)} ${SemVer('1.2.3')} ${Binary('YWJj')} ${URI('a:b')} ${Deferred('f')}")
