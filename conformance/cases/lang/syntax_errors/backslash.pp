# backslash
$x = \
