# Functions: odd titles and aliases ao
notify { 'x': alias => 5.5 } notify { 'y': alias => true } notify { 'z': require => Notify['true'] }
