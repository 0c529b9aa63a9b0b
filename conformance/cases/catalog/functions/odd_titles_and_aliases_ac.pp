# Functions: odd titles and aliases ac
create_resources('file', { 5 => { ensure => 'file' } })
