# Functions: odd titles and aliases ay
Class['main'] { tag => 'x' }
