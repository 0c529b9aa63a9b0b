notice("a")
$x = "ÿþ"
notice($x)
