# Relationships: meta type
notify { 'x': before => Notify }
