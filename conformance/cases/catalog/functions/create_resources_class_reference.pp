# Functions: create resources class reference
create_resources(Class['x'], { 'y' => {  } })
