define d($a, $b = 'b') { notify { "${title} ${a} ${b}": } }
create_resources(d, { 'x' => { 'a' => 1 }, 'y' => { 'a' => 2, 'b' => 3 } }, { 'a' => 9 })
