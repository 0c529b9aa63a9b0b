# Relationships: meta string bad
notify { 'x': before => 'foo' }
