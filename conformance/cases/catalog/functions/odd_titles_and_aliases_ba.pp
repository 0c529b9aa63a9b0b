# Functions: odd titles and aliases ba
Resource['class', 'settings'] { tag => 'x' }
