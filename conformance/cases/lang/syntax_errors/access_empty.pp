# access empty
$x = $y[]
