define d($x = 1) { notice("$title $x") }
create_resources(d, {'a' => {x => 2}, 'b' => {}}, {x => 3})
create_resources('d', {'c' => {x => undef}}, {x => 3})
