# not even with leading colons
$::bar = 1
