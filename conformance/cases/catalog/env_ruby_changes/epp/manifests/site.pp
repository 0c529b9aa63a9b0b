$a = ['x']
notice(inline_epp('<% m::push($a, 1) %><%= $a %>'))
notice($a)
notice(inline_epp('<%- | $p | -%><% m::push($p, 2) %><%= $p %>', { 'p' => $a }))
notice($a)
