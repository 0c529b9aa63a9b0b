# two lines
# before
function m::f($x) {
  $x + 1
}
