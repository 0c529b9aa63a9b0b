# takes any value, but not each makes sense
function ntp::halved($x) {
  $x / 2
}
