node 'n00' { notice(lookup('dh_opts'), lookup('dh_int'), lookup('dh_env'), lookup('dh_mod')) }
node 'n01' { include m }
node 'n02' { include h }
node 'n03' { notice(lookup('one'), lookup('two'), lookup('three')) }
node 'n04' { notice(lookup('lk_simple'), lookup('lk_simple'), lookup('lk_opts')) }
node 'n05' { notice(lookup('lk_interp')) }
node 'n06' { notice(lookup('lk_nil') == undef) }
node 'n07' { notice(lookup('lk_hash.x.y.1.z'), lookup('lk_hash')) }
node 'n08' { notice(lookup('merge'), lookup('merge', Hash, 'first'), lookup('merge', Hash, 'deep')) }
node 'n09' { notice(lookup('arr', Array, 'unique')) }
node 'n10' { notice(lookup('lk_raise')) }
node 'n11' { notice(lookup('lk_pe')) }
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
node 'n27' { notice(lookup('lk_type')) }
