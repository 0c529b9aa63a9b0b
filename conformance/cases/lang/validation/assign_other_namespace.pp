# a variable of another namespace cannot be assigned
$foo::bar = 1
