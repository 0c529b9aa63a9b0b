['first', 'hash', 'deep'].each |$m| {
  notice($m, lookup('h', Optional[Hash], $m, undef))
}
notice(lookup('list', { merge => unique }), lookup('list'), lookup('opts'), lookup('deep_list', { merge => { strategy => deep, merge_hash_arrays => true } }))
