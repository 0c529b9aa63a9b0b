# Functions: odd titles and aliases ae
create_resources('notify', { undef => { } })
