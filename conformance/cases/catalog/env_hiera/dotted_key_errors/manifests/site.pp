# What is wrong with keys
node 'n01.example.com' { notice(lookup("a.b.c.y")) }
node 'n02.example.com' { notice(lookup("a.b.f.x")) }
node 'n03.example.com' { notice(lookup("list.x")) }
node 'n04.example.com' { notice(lookup("list.'0'")) }
node 'n05.example.com' { notice(lookup("m::n.o.p.q")) }
node 'n06.example.com' { notice(lookup("a.")) }
node 'n07.example.com' { notice(lookup("a..b")) }
node 'n08.example.com' { notice(lookup(".a")) }
node 'n09.example.com' { notice(lookup("'a")) }
node 'n10.example.com' { notice(lookup("a.'b")) }
node 'n11.example.com' { notice(lookup("a'b")) }
node 'n12.example.com' { notice(lookup("a.''")) }
node 'n13.example.com' { notice(lookup("a.b.c.0.x")) }
