# Stages: ref
class a { }
stage { 'x': }
class { 'a': stage => Stage['x'] }
