# spec: matches whose groups are read nowhere, and groups that are
function is_name($text) { $text =~ /^[a-z]+(\d*)$/ }
function kind($text) {
  case $text {
    /^\d+$/: { 'number' }
    /^(a|b)/: { 'first' }
    default: { $text !~ /z/ ? { true => 'other', default => 'z' } }
  }
}
function reads($text) { if $text =~ /(\d+)/ { $1 } else { is_name($text) } }
$found = Integer[1, 300].map |$i| { [is_name("a${i}"), kind("${i}"), kind("b${i}"), kind("cz${i}"), reads("x${i}"), reads('y')] }
notice($found[0], $found[299])
if 'abc12' =~ /([a-z]+)(\d+)/ {
  notice(is_name('xyz5'), kind('cz'), $1, $2)
}
notice(Integer[1, 300].filter |$i| { "n${i}" =~ /99/ })
is_name(7)
