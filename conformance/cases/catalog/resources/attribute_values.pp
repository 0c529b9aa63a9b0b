file { '/a':
  ensure  => present,
  content => "line\n\ttab \u00e9 \"q\"",
  mode    => 644,
  backup  => false,
  tag     => ['a', ['b']],
  recurse => remote,
  ignore  => [1, 2.5, undef, { k => undef }],
  replace => undef,
  selinux_ignore_defaults => default,
}
