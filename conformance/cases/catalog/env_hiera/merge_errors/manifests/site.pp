# What cannot be merged
node 'n01.example.com' { notice(lookup('a', { merge => hash })) }
node 'n02.example.com' { notice(lookup('l', { merge => hash })) }
node 'n03.example.com' { notice(lookup('h', { merge => hash })) }
node 'n04.example.com' { notice(lookup('i', { merge => hash })) }
node 'n05.example.com' { notice(lookup('n', { merge => hash })) }
node 'n06.example.com' { notice(lookup('l', { merge => unique })) }
node 'n07.example.com' { notice(lookup('s', { merge => { strategy => deep, sort_merged_arrays => true } })) }
node 'n08.example.com' { notice(lookup('a', { merge => nope })) }
node 'n09.example.com' { notice(lookup('a', { merge => { x => 1 } })) }
node 'n10.example.com' { notice(lookup('a', { merge => { strategy => hash, x => 1 } })) }
node 'n11.example.com' { notice(lookup('a', { merge => { strategy => deep, knockout_prefix => 1 } })) }
node 'n12.example.com' { notice(lookup('a', { merge => { strategy => deep, knockout_prefix => '' } })) }
node 'n13.example.com' { notice(lookup('h.x', { merge => unique })) }
