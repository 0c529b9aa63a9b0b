# Resources: create bad attr
create_resources('notify', { 'a' => { nope => 1 } })
