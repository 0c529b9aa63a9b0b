# Functions: odd titles and aliases k
create_resources('notify', { Sensitive('a') => { } })
