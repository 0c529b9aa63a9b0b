# Relationships: chain empty title
Notify[''] -> Notify['']
