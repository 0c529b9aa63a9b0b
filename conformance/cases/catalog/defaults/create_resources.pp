# Defaults: create resources
Notify { message => 'd' }
create_resources('notify', { 'a' => {}, 'b' => { message => 'm' } })
