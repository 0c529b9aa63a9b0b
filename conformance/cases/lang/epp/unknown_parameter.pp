notice(inline_epp('<%- | $a = 1 | -%><%= $a %>', { zz => 1 }))
