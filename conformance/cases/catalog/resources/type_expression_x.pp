# Resources: type expression x
notify { 'x': require => Resource['notify', 'y'], before => Resource['Class', 'c'] }
notify { 'y': }
class c {}
include Resource['class', 'c']
notice(Resource['class', 'c'], Resource['Class'], type(Resource['class','C']), Resource['notify','x'], Resource['class', 'A::b'] == Class['a::b'])
