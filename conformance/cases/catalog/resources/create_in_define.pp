# Resources: create in define
define d { create_resources('notify', { "n$title" => { message => $title } }, { tag => 'q' }) }
d { ['a', 'b']: }
