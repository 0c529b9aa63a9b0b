$a = Sensitive(['x'])
notice(inline_template('<% @a.unwrap << "y" %>'))
notice($a.unwrap)
