# Relationships: meta missing class
notify { 'z': before => Class['a'] }
