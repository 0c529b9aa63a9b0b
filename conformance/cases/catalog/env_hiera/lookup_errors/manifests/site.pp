# What lookup refuses
node 'n01.example.com' { notice(lookup('a', String)) }
node 'n02.example.com' { notice(lookup('h', Hash[String, Integer])) }
node 'n03.example.com' { notice(lookup('l', Array[String])) }
node 'n04.example.com' { notice(lookup('u', String)) }
node 'n05.example.com' { notice(lookup('nope', String, 'first', 1)) }
node 'n06.example.com' { notice(lookup('nope', String) |$n| { 1 }) }
node 'n07.example.com' { notice(lookup({ name => 'a', override => { a => 'o' }, value_type => Integer })) }
node 'n08.example.com' { notice(lookup({ name => 'nope', default_values_hash => { nope => 1 }, value_type => String })) }
node 'n09.example.com' { notice(lookup('nope')) }
node 'n10.example.com' { notice(lookup(['n1', 'n2'])) }
node 'n11.example.com' { notice(lookup([])) }
node 'n12.example.com' { notice(lookup()) }
node 'n13.example.com' { notice(lookup(1)) }
node 'n14.example.com' { notice(lookup('a', 'String')) }
node 'n15.example.com' { notice(lookup({})) }
node 'n16.example.com' { notice(lookup({ name => 'a', unknown => 1 })) }
node 'n17.example.com' { notice(lookup('a', { name => 'b' })) }
node 'n18.example.com' { notice(lookup('nope') || { 1 }) }
node 'n19.example.com' { notice(lookup('e', Enum['x'])) }
