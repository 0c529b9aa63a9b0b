# Resources: create bool title
create_resources('notify', { true => { message => 'x' } })
