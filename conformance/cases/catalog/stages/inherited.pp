# Stages: inherited
stage { 'pre': }
class p { } class c inherits p { }
class { 'c': stage => 'pre' }
