# spec: 000 "The Undef Type"
notice(type(undef), undef =~ Undef, undef =~ Optional[Integer], undef =~ Any, undef =~ Data, undef =~ Variant[Integer, Undef], undef =~ Integer)
