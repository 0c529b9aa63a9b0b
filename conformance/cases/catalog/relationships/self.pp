# Relationships: self
notify { 'a': require => Notify['a'] }
