# spec: 000 "Optional"
notice(Optional[Integer].new('5'), Optional[Integer].new(undef) =~ Undef)
notice(Optional[Integer].new('x'))
