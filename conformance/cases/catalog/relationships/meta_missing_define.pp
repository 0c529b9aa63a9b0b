# Relationships: meta missing define
define d { }
notify { 'z': before => D['a'] }
