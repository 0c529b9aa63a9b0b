# number non ascii
$x = 12é
