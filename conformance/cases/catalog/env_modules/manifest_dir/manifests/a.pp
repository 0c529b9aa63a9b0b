$x = 1
node default { notice("default $x $y") }