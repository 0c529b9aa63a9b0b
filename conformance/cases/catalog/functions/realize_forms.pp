@notify { ['a', 'b', 'c']: }
@user { 'u': tag => 'people' }
realize(Notify['a'], [Notify['b']], User['u'])
