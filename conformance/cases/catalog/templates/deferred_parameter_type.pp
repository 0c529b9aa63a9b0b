# Templates: deferred parameter type
function f($x) >> Integer { 1 }
notice(inline_epp('<%- |String $x| -%><%= $x %>', {x => Deferred('f', ['a'])}))
