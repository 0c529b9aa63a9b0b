# Functions: odd titles and aliases d
create_resources('notify', { 1 => { } })
notice(defined(Notify['1']), defined(Notify[1]))
notice(Notify[1])
