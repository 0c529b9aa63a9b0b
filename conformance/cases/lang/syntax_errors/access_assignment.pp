# access assignment
$x = $y[$z = 1]
