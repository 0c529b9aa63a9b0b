# Resources: title variable undef
$x = undef
notify { $x: }
