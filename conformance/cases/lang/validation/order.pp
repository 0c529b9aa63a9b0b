# in the order of Puppet's model
class any(Integer[$x] $name, *$title = ($q = 1), $name, $A) {
  if true { function B($1) { 1 } }
  $c::d = [Notify<| |>, attr]
  'x'
}
