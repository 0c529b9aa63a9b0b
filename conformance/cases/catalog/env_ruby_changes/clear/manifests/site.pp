$a = [3, 1, 2]
notice(inline_template('<% @a.sort! %>'))
notice($a)
notice(inline_template('<% @a.map!(&:to_s).reject! { |x| x == "2" } %>'))
notice($a)
notice(inline_template('<% @a.replace([nil, true, :sym, 1.5]) %>'))
notice($a)
notice(inline_template('<% @a.clear %>'))
notice($a)
