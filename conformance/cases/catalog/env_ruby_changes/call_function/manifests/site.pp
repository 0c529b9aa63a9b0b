$a = ['x']
notice(inline_template('<% @a << 1; scope.call_function("notice", [@a]) %><% @a << 2 %><%= scope["a"].inspect %>'))
notice($a)
