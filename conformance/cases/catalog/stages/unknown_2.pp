# Stages: unknown
class a { }
class { 'a': stage => 'nope' }
