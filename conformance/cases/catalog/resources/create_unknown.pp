# Resources: create unknown
create_resources('nope', { 'a' => { nope => 1 } })
