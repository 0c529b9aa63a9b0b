# Resources: create lambda
create_resources('notify', { 'a' => {} }) |$x| { notice($x) }
