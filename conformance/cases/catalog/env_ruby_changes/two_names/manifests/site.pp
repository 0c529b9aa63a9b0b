$a = ['x']
notice(inline_template('<% l = @a; m = [l]; m.flatten! ; l << "q"; m[0] << "s" %><%= m.inspect %>'))
notice($a)
