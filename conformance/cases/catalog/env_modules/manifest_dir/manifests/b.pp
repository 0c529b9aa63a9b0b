node "b.example.com" { notice("b $x") }
$y = 1