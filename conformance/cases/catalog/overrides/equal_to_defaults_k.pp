# Overrides: equal to defaults k
File { require => Notify['a'] }
notify { ['a', 'b']: }
file { '/a': require => Notify['b'] }
File['/a'] { require => Notify['a'] }
