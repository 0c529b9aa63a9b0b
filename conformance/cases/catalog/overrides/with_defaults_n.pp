# Overrides: with defaults n
Notify[a] { message => 'y', tag => 'q' }
notify { 'a': message => 'z' }
