# spec: 000 "Sensitive"
notice(Sensitive[Integer] <= Sensitive[Numeric], Sensitive[Numeric] <= Sensitive[Integer], Sensitive >= Sensitive[String], Integer <= Sensitive, Sensitive[String].new('secret'))
Sensitive[String].new(1)
