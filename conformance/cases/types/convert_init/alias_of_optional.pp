# spec: 000 "Init": of an alias of an Optional, where that of the Optional can not be made
type MaybeInteger = Optional[Integer]
notice([1, 'x', undef, '5'].map |$v| { $v =~ Init[MaybeInteger] }, Init[MaybeInteger].new('5'))
notice(1 =~ Init[Optional[Integer]])
