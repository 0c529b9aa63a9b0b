notice(inline_epp('a <% if true { %> b'))
