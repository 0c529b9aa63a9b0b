# regex in list
$x = [{} /a\/b/]
