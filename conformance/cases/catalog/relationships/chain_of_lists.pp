notify { ['a', 'b']: } -> notify { ['c', 'd']: } ~> notify { 'e': }
