# spec: 002 "Runtime Types": values are of Puppet's types, not of the platform's
notice(['a', 1, 1.5, {a => 1}, [1], /a/, true, undef].map |$v| { type($v, 'generalized') })
