# Resources: create qualified
define a::b($x) { notice("$title $x") }
create_resources('a::b', { 'a' => { x => 1 } })
create_resources('::a::b', { 'b' => { x => 1 } })
