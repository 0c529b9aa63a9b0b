# Functions: odd titles and aliases a
create_resources('notify', { 1 => {}, '1' => {} })
