# Resources: create class
class c($a) { notice($a) }
create_resources('class', { 'c' => { a => 1 } })
