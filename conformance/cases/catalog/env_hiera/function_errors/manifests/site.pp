# What is wrong with data_hash functions
node 'n01.example.com' { notice(lookup('mh1::x')) }
node 'n02.example.com' { notice(lookup('mh2::x')) }
node 'n03.example.com' { notice(lookup('mh3::x')) }
node 'n04.example.com' { notice(lookup('mh4::x')) }
node 'n05.example.com' { notice(lookup('mh5::x')) }
node 'n06.example.com' { notice(lookup('mh6::x')) }
