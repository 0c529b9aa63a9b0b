# Virtual: metaparameters and queries a
define d { notice($noop, $tag, $alias, $loglevel, $title, $name) }
d { 'a': noop => true, tag => ['x'], alias => 'zz', loglevel => 'debug', name => 'n' }
