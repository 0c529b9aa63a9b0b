$a = ['x']
notice(inline_template('<% b = @a.dup; b << 1; c = @a + [2]; c << 3 %><%= b.inspect + c.inspect %>'))
notice($a)
