# Stages: stage in class
class s { stage { 'in': } }
include s
class a { }
class { 'a': stage => 'in' }
