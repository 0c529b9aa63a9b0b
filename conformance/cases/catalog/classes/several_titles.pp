class { ['a', 'b']: }
class a { notify {'a':} }
class b { notify {'b':} }
