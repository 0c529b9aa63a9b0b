# Stages: later declared
class a { }
class { 'a': stage => 'late' }
stage { 'late': }
