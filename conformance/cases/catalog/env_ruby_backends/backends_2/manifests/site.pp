node 'n12' { notice(lookup('lk_cacheall')) }
node 'n13' { notice(lookup('lk_entries')) }
node 'n14' { notice(lookup('lk_explain')) }
node 'n15' { notice(lookup('lk_sym')) }
node 'n16' { notice(lookup('lk_symh')) }
node 'n18' { notice(lookup('lk_sens')) }
node 'n19' { notice(lookup('lk_call')) }
node 'n21' { notice(lookup('lk_file')) }
node 'n23' { notice(lookup('lk_conv') + 1) }
node 'n24' { notice(lookup('lkp_path'), lookup('dig.a.b'), lookup('dig'), lookup('ppkey')) }
node 'n25' { notice(lookup('nokey', undef, undef, 'dflt')) }
node 'n26' { notice(lookup('nokey')) }
