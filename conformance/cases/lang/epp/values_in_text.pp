notice(inline_epp('[<%= undef %>|<%= [1, "a", undef] %>|<%= { k => [true] } %>|<%= 1.50 %>|<%= /r/ %>|<%= Integer[1] %>|<%= default %>]'))
