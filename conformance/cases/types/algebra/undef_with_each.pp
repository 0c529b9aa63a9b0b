# spec: 000 "Type Algebra on Undef"
notice(type([Undef, Undef], 'generalized'), type([undef, undef], 'generalized'))
[Integer, String, Default, Array, File, Any, Optional[Integer], Data].each |$t| { notice(type([Undef, $t], 'generalized'), ' ', type([$t, Undef], 'generalized')) }
notice([1, 'a', default, [1], {a => 1}, /a/].map |$v| { type([undef, $v], 'generalized') })
