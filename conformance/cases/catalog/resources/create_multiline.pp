# Resources: create multiline
define d($a) { fail('x') }
create_resources(
  'd',
  { 'a' => { a => 1 } })
