# Functions: odd titles and aliases e
create_resources('notify', { 1 => { } })
notice(Notify['1']['message'])
