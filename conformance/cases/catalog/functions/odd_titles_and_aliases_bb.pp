# Functions: odd titles and aliases bb
Resource['class', 'main'] { tag => 'x' }
