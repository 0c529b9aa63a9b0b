# Stages: contained
stage { 'pre': }
class a { contain b } class b { include c } class c { }
class { 'a': stage => 'pre' }
