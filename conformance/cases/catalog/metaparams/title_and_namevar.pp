file { 'logical': path => '/real', ensure => file }
package { 'p1': name => 'real-name' }
exec { 'say': command => '/bin/echo' }
user { 'u': name => 'u' }
