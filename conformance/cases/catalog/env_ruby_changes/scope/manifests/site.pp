$x = []
notice(inline_template('<% scope["x"].push(1); scope.lookupvar("x").push(2) %><%= @x.inspect %>'))
notice($x)
notice(inline_template('<% @x.push(3) %><%= scope["x"].inspect %>'))
notice($x)
