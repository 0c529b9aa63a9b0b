# Stages: attr read
class a { notice($stage) }
stage { 'p': }
class { 'a': stage => 'p' }
