# Stages: array
class a { }
class { 'a': stage => ['main'] }
