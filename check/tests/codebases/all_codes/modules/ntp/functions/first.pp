# returns a value of the wrong type
function ntp::first(Array[String] $list = [], $other) >> Integer {
  notice($list, $other)
  if $other { 'one' } else { 'two' }
}
