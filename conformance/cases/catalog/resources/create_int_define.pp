# Resources: create int define
define d($a) { notice("$title $a") }
create_resources(d, { 1 => { a => 'x' }, 'b' => { 'a' => 2 } })
