class a::b::c { notify { 'found': } }
include ::a::b::c
notice(defined(Class['a::b::c']), defined('a::b::c'), defined('::a::b::c'), Class['A::B::C'], defined('nope'))
