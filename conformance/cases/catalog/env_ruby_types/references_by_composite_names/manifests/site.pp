node 'n00' {
ku { 'x': dir => 'p', name => 'q' }
notify { 'n': require => Ku['p/q'] }
}
node 'n01' {
ku { 'p/q': }
notify { 'n': require => Ku['p/q'] }
}
node 'n02' {
ku { 'p/q': }
notify { 'n': before => Ku['q'] }
}
node 'n03' {
ku { 'q': dir => 'p' }
notify { 'n': before => Ku['p/q'] }
}
node 'n04' {
ku { 'x': dir => 'p', name => 'q' }
Ku['p/q'] -> Notify['n']
notify { 'n': }
}
node 'n05' {
ku { 'x': dir => 'p', name => 'q' }
notify { 'n': subscribe => [Ku['p/q'], Ku['x']] }
}
node 'n06' {
ku { 'x': dir => 'p', name => 'q' }
notice(defined(Ku['p/q']), Ku['p/q']['dir'])
}
node 'n07' {
@ku { 'x': dir => 'p', name => 'q' }
realize(Ku['p/q'])
}
node 'n08' {
ku { 'x': dir => 'p', name => 'q' }
Ku['p/q'] { val => 3 }
}
node 'n09' {
ku { 'x': dir => 'p', name => 'q' }
ku { 'p/q': }
}
node 'n10' {
ku { 'x': dir => 'p', name => 'q' }
notify { 'n': require => 'Ku[p/q]' }
}
node 'n11' {
ku { 'x': dir => 'p', name => 'q' }
notify { 'n': require => Ku['p/nope'] }
}
node 'n12' {
ku { 'x': name => 'q' }
notify { 'n': require => Ku['q'] }
}
node 'n13' {
ku { 'x': dir => undef, name => 'q' }
notify { 'n': require => Ku['q'] }
}
node 'n14' {
ku { 'a/b/c': }
notify { 'n': require => Ku['x'] }
ku { 'x': dir => 'a/b', name => 'd', require => Ku['a/b/c'] }
}
node 'n15' {
package { 'x': name => 'y', provider => 'gem' }
notify { 'n': require => Package['y'] }
}
node 'n16' {
package { 'x': name => 'y' }
notify { 'n': require => Package['y'] }
}
node 'n17' {
file { 'x': path => '/y' }
notify { 'n': require => File['/y'] }
}
node 'n18' {
file { 'x': path => '/y' }
notify { 'n': require => File['/y/'] }
}
node 'n19' {
file { '/y/': }
notify { 'n': require => File['/y'] }
}
