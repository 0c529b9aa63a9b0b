# Functions: defined undef variable
$x = undef notice(defined('$x'), defined('$::x'), defined('$y'))
