# Functions: odd titles and aliases n
create_resources('notify', { '' => { } })
