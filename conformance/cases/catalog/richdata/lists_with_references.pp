notify { ['a','b','c']: }
notify { 'x': audit => [['q']], message => [[1],[2]] , notify => [Notify['a', 'b']] , loglevel => [Notify['a','b'], [1]]}
