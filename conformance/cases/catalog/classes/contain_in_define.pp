# Classes: contain in define
class c { notify { 'c': } }
define d { contain c }
d { ['x', 'y']: }
