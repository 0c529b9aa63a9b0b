# The global layer names the key
node 'n01.example.com' { notice(lookup('bad')) }
node 'n02.example.com' { notice(lookup('dig.x.y')) }
node 'n03.example.com' { notice(lookup('rec')) }
node 'n04.example.com' { notice(lookup('alias')) }
node 'n05.example.com' { notice(lookup('undefined')) }
