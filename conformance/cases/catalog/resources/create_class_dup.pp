# Resources: create class dup
class c($a) { notice($a) }
create_resources('class', { 'c' => { a => 1 } })
create_resources('class', { 'c' => { a => 1 } })
