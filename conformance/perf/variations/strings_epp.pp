# inline_epp with a parameter; unit: 20000 elem
$r = Integer[1, 20000].reduce(0) |$m, $i| { $m + inline_epp('<%- |$i| -%>item <%= $i %> of <%= $i * 2 %>', { 'i' => $i }).length }
notice("CHECK ${r}")
