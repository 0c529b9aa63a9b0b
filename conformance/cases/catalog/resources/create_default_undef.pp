# Resources: create default undef
create_resources('notify', { 'a' => { message => undef } }, { message => 'd', tag => 'x' })
