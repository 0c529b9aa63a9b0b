# Classes: include classes type list
class a { notice('a') } class b { notice('b') }
include Class['a', 'b']
