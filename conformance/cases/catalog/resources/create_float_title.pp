# Resources: create float title
create_resources('notify', { 1.5 => { message => 'x' } })
