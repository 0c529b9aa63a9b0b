# Virtual: realize array
@notify { ['a', 'b', 'c']: }
realize(Notify['a', 'b'], [Notify['c']])
