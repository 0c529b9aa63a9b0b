$a = ['x']
notice(inline_template('<% @a << "z" %><%= @a.inspect %>'))
notice($a)
notify { 'n': message => $a }
