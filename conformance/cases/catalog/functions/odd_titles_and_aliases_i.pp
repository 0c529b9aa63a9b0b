# Functions: odd titles and aliases i
create_resources('notify', { [1, 'a'] => { } })
