$h = { 'a' => 1 }
notice(inline_template('<% @h["k"] = [1] %>'))
notice(inline_template('<% @h["k"] << 2 %>'), inline_template('<% @h.delete("a") %>'))
notice($h)
