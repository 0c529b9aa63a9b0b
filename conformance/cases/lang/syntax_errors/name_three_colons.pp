# name three colons
$x = a:::b
