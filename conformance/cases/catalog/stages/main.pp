# Stages: main
class a { }
class { 'a': stage => 'main' }
