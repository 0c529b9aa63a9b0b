# Functions: odd titles and aliases az
Class['settings'] { tag => 'x' }
