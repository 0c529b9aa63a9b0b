# Resources: create metaparam
create_resources('notify', { 'a' => { noop => true, tag => ['x'], alias => 'q' } })
