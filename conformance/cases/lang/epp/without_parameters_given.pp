$outer = 'o'
notice(inline_epp('<%= $outer %> <%= $x %>', { x => 1 }))
