notice(inline_epp('<%- | $a, $b | -%><%= $a %>', { a => 1 }))
