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
