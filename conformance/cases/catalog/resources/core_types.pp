user { 'ana': ensure => present, uid => 1000, groups => ['a'], managehome => true }
group { 'g': gid => '5' }
package { 'p': ensure => '1.2', provider => apt, install_options => ['-x', { '--y' => 'z' }] }
service { 's': ensure => running, enable => mask, hasrestart => true }
exec { 'e': command => '/bin/e', unless => ['a', 'b'], environment => ['A=1'] }
tidy { '/tmp': age => '1w', recurse => 1 }
schedule { 'sch': period => daily, range => '2 - 4' }
filebucket { 'fb': path => false }
resources { 'user': purge => true }
