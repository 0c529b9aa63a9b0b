define d { require b require c }
class b { notify { 'b': } }
class c { notify { 'c': } }
d { ['x', 'y']: require => Notify['z'] }
notify { 'z': }
