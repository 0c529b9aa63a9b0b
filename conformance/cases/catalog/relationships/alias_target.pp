# Relationships: alias target
file { '/a': alias => 'al' }
notify { 'x': require => File['al'] }
File['al'] -> Notify['x']
