# spec: 000 "Puppet Types": NotUndef is all that is not assignable from Undef, Optional is Undef or a type
notice([1, 'a', [undef], default].all |$v| { $v =~ NotUndef }, undef =~ NotUndef)
notice(NotUndef >= Integer, NotUndef >= Undef, NotUndef >= Optional[Integer], NotUndef >= Any, NotUndef >= Data)
notice([1, undef, 'a'].map |$v| { $v =~ Optional[Integer] }, Optional >= Undef, Optional[Integer] >= Undef)
