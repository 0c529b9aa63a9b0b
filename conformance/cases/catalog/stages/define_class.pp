# Stages: define class
stage { 'pre': }
class a { notify { 'a': } }
define d { class { 'a': stage => 'pre' } }
d { 'x': }
