# spec: 000 "Undef": undef goes to each type that takes it, other values are no Undef
notice([Any, Optional[Integer], Variant[Undef, Integer], Data, RichData, Undef, Optional].all |$t| { undef =~ $t })
notice([1, '', [], {}, default, false].any |$v| { $v =~ Undef }, [Integer, String, Scalar, NotUndef, Default, Collection].any |$t| { undef =~ $t })
function f(Undef $x) { $x =~ Undef }
notice(f(undef))
notice(f(''))
