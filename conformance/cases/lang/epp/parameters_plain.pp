$t = '<%- | Integer $n, String $s = "d ${n}", $u = undef | -%><%= $n %>/<%= $s %>/<%= $u %>'
notice(inline_epp($t, { n => 1 }), inline_epp($t, { n => 2, s => 'x', u => [1] }))
