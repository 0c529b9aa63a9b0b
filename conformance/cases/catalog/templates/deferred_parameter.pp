# Templates: deferred parameter
notice(inline_epp('<%- |String $x| -%><%= $x %>', {x => Deferred('sprintf', ['a'])}))
