# spec: 000 "NotUndef"
notice(NotUndef[Integer].new('5'), NotUndef.new(1))
notice(NotUndef.new(1, 2))
