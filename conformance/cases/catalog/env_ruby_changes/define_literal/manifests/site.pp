define d { $l = ['lit'] notice(inline_template('<% @l << @title %>')) notify { $title: message => $l } }
d { ['one', 'two']: }
