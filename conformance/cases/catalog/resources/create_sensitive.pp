# Resources: create sensitive
create_resources('notify', { 'a' => { message => Sensitive('x') } })
