# Relationships: meta number
notify { 'x': before => 1 }
