# double equals three
$x = 1 === 1
