# Functions: odd titles and aliases l
create_resources('notify', { default => { } })
