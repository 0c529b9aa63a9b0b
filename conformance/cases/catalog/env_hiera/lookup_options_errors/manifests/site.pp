# What is wrong with lookup_options
node 'n01.example.com' { notice(lookup('m1::k')) }
node 'n02.example.com' { notice(lookup('m2::k')) }
node 'n03.example.com' { notice(lookup('m3::k')) }
node 'n04.example.com' { notice(lookup('m4::k')) }
node 'n05.example.com' { notice(lookup('m5::k')) }
node 'n06.example.com' { notice(lookup('m6::k')) }
node 'n07.example.com' { notice(lookup('m7::k')) }
node 'n08.example.com' { notice(lookup('m8::k')) }
node 'n09.example.com' { notice(lookup('m9::k')) }
