# titles, references, assignments and types of values
class site::values(Integer $count, Sensitive[String] $secret, Enum['a', 'b'] $mode, Boolean $is) {
  $twice = 1
  if $is { $twice = 2 }
  $count = 3
  notify { ['', undef, $count, 'fine']: }
  notify { 'related': require => ['Notify[fine]', 'fine'], stage => 'main' }
  notice(Notify[$count], $twice)
  include(undef, { 'a' => 1 })
  notice(-$mode, File[default], $secret + 1)
  ntp::server { 'hidden': address => $secret }
  site::weighted { 'omitted': }
  site::wrapper { 'fine': weight => 1 }
  site::wrapper { 'word': weight => 'many' }
  site::wrapper { 'float': weight => 1.5 }
  notice(ntp::halved('x'), ntp::halved(2))
  notice(ntp::first(['a'], 1), ntp::second(), [1, 2][0] + { 'a' => 'b' }['a'])
  case $mode {
    'a': { notice('a') }
    'c', 5, Integer, /^d/: { notice('never') }
    default: { }
  }
  $text = $count ? {
    'text'  => 1,
    String  => 2,
    Integer => 3,
  }
  notice($text, [1].map |$a = 1, $b| >> Integer { 'x' })
  create_resources('file', { '/created' => { 'conten' => 'x' } })
  create_resources('file', ['/created'])
}
