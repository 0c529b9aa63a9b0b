# spec: 000 "NotUndef": new of T, asserted not to be undef
notice(NotUndef[Integer].new('0x10', 16), NotUndef[Boolean].new('yes'), NotUndef[Optional[Integer]].new('5'), NotUndef.new('x'))
notice(NotUndef[Optional[Integer]].new(undef))
