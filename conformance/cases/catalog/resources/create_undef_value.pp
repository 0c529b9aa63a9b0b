# Resources: create undef value
create_resources('notify', { 'a' => undef })
