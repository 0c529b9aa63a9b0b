# name colons number
$x = a::1
