$x = undef
notice(defined('$x'), defined('$y'), defined('$::x'), defined('$1'), defined('$'), defined('$x y'))
