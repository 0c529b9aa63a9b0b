# Relationships: meta hash
notify { 'z': before => { a => 1 } }
