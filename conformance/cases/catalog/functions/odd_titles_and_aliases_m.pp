# Functions: odd titles and aliases m
create_resources('notify', { Notify['a'] => { } })
