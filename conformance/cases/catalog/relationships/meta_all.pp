# Relationships: meta all
notify { ['a', 'b', 'c']: }
notify { 'x': before => Notify['a'], require => [Notify['b'], Notify['c']], notify => 'Notify[a]', subscribe => ['Notify[b]'] }
