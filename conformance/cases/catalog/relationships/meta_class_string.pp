# Relationships: meta class string
class a { }
include a
notify { 'x': before => 'Class[a]' }
notify { 'y': before => 'Class[A]' }
notify { 'z': before => Class['a'] }
