class foo::bar($a, $b = 'x', $c) inherits other {
  file { "/etc/x":
    mode => 644,
    ensure => '/etc/y',
    owner   => "root",
    group => $x ? { 'a' => 1, default => 2 },
  }  
	notify { foo: message => "${x}" }
   notify { 'b': message => "a $x b", withpath => 'true' }
  /* star */
  case $x { 'a': { } }
  $fooBar = 'text ${x}'
  class nested { }
  file { '/z': source => 'puppet:///foo/bar', mode => '644',
  }
  Package['a'] ->
  Service['b']
  File['x'] <- File['y']
  notice("$y[1] $z.b") # lint:ignore:variables_not_enclosed
}
node foo { }
notify { 'top': }
