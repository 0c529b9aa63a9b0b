file { '/a': }
notice(defined(File['/a']), defined(File['/b']), defined(File), defined('file'), defined('notify'), defined('$facts'), defined('$nope'), defined(Class['c']), defined('c'))
class c { }
include c
notice(defined(Class['c']), defined('upcase'), defined(Nosuch), defined(File['/a', '/b']))
