class m::silent($first = 'f1', $second = $first, $third = 'f3', $fourth = "${second}4") {
  notify { "silent ${first} ${second} ${third} ${fourth}": }
}
class m::quiet($first = 'q1', $second = 'q2', $third = undef) {
  notify { "quiet ${first} ${second} ${third}": }
}
class m::spoken($early = 'e', $list = [], $late = 'l') {
  notify { "spoken ${early} ${list} ${late}": }
}
include m::silent, m::quiet, m::spoken
include n, n::sub, o
