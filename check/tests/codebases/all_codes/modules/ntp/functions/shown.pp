function ntp::shown(Integer $x, Integer $y = 1) >> String {
  "${x} ${y}"
}
