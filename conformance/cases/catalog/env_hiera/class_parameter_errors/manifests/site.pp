# Class parameters and data that cannot be had
node 'n01.example.com' { include p1 }
node 'n02.example.com' { class { 'p2': } }
node 'n03.example.com' { include p3 }
node 'n04.example.com' { include p4 }
node 'n05.example.com' { include p5 }
node 'n06.example.com' { class { 'p6': x => undef } }
node 'n07.example.com' { include p7 }
