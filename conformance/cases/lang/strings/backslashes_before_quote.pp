# pairs of backslashes before a quote or a dollar
$x = 'X'
notice("a\\", 'a\\', "a\\\"", 'a\\\'')
notice("\\$x", "\\\$x", "\\${x}", "\\\\$x")
