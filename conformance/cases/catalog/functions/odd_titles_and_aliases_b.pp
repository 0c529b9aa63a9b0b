# Functions: odd titles and aliases b
create_resources('notify', { 1 => { name => 'x' } })
notify { 'y': require => Notify['1'] }
