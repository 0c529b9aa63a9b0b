# Stages: virtual
@stage { 'pre': }
class a { }
class { 'a': stage => 'pre' }
