# Resources: create upper
create_resources('Notify', { 'a' => { } })
