package { 'a': name => 'q', provider => 'gem' }
package { 'b': name => 'q', provider => 'pip' }
package { 'c': name => 'q' }
notify { 'x': require => Package['q'] }
