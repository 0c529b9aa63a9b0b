# variable alone keyword
$x = class
