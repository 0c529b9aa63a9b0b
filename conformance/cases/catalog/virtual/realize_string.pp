# Virtual: realize string
@notify { ['a', 'b', 'c']: }
realize('Notify[a]')
