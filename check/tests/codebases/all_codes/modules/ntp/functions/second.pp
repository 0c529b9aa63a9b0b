# has a default of the wrong type
function ntp::second(Integer $x = 'a') >> Integer {
  $x
}
