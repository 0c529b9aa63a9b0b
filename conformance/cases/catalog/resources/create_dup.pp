# Resources: create dup
notify { 'a': }
create_resources('notify', { 'a' => { } })
