# Functions: odd titles and aliases ab
create_resources('notify', { true => { name => 'q' }, 5 => { alias => 'z' } })
notify { 'y': require => Notify['z'] }
