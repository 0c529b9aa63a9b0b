# Classes: two params metaparam
class a($x = 1) { notify { 'a': } }
class { 'a': x => 2, tag => 'tt', noop => true, require => Notify['z'], loglevel => 'debug' }
notify { 'z': }
