$t = '<%- | Integer $n, String $s = "d", *$rest | -%><%= $n %>/<%= $s %>/<%= $rest %>'
notice(inline_epp($t, { n => 1 }), inline_epp($t, { n => 2, s => 'x' }))
