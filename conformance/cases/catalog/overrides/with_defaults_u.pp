# Overrides: with defaults u
Notify { require => Notify['z'] }
notify { 'z': }
