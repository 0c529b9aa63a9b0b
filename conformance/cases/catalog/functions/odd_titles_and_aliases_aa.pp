# Functions: odd titles and aliases aa
create_resources('notify', { '' => { } })
create_resources('class', { 1 => { } })
