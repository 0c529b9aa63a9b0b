# spec: 000 "Sensitive": the type of the value is made general
notice(type(Sensitive('abc')), type(Sensitive(1)), type(Sensitive([1, 2])), type(Sensitive({a => 1})), type(Sensitive(undef)), type(Sensitive(Sensitive(1))))
notice(Sensitive('abc') =~ Sensitive[String], Sensitive('abc') =~ Sensitive[String[1]], Sensitive('abc') =~ Sensitive[Enum[abc]], Sensitive(1) =~ Sensitive[Integer[0, 5]], Sensitive([1]) =~ Sensitive[Array[Integer]], Sensitive(1) =~ Sensitive[Numeric], Sensitive(1) =~ Sensitive)
notice(Sensitive[Integer] <= Sensitive[Numeric], Sensitive[Numeric] <= Sensitive[Integer], Sensitive[Integer] <= Sensitive, Integer <= Sensitive, Any <= Sensitive, Undef <= Sensitive[Any], Sensitive == Sensitive[Any])
notice(type([Sensitive[Integer], Sensitive[Float]], 'reduced'), type([Sensitive(1), Sensitive('a')], 'reduced'), type([Sensitive(1), 1], 'reduced'), type([Sensitive, Integer], 'reduced'))
