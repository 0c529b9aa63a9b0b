# number hex
$x = 0xfg
