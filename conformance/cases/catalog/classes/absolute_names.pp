class { '::a': }
class a { notify {'a':} }
notice(Class['::A'])
