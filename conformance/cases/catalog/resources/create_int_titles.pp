# Resources: create int titles
create_resources('notify', { 1 => { message => 'x' } })
