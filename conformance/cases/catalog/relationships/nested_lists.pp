notify { ['a','b','c']: }
notify { 'x': require => [[Notify['a']], [Notify['b']]], before => [['Notify[c]']], message => [Notify['a','b'], [Notify['a']]], tag => [['q']] }
