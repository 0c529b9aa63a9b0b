# Functions: odd titles and aliases j
create_resources('notify', { {a => 1} => { } })
