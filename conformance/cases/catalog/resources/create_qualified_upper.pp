# Resources: create qualified upper
define a::b($x) { notice("$title $x") }
create_resources('A::B', { 'a' => { x => 1 } })
