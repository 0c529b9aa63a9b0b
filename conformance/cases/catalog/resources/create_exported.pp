# Resources: create exported
create_resources('@@notify', { 'a' => { message => 'x' } })
