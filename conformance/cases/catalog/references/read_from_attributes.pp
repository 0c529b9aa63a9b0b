# spec: 004 "Resource and Class References": what attributes keep of them
file { '/x': require => Notify['a'], owner => Class['c::d'] }
notify { 'a': }
class c::d { }
include c::d
notice(File['/x']['require'], File['/x']['owner'])
define d($first, $rest) {
  notice($first, $rest)
  notify { "${title} of ${first}": message => "${rest}", require => $first }
  notice($first =~ Type[File], type($first), File['/x'] == $first, $first in [$first])
  include $rest[0]
}
d { 'x': first => File['/x'], rest => [Class['c::d'], { 'k' => Notify['a'] }] }
