# Resources: title interp empty
$x = undef
notify { "a${x}": }
