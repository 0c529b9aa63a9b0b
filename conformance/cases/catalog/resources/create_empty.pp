# Resources: create empty
create_resources('notify', {})
create_resources('nope', {})
