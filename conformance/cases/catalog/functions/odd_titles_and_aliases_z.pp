# Functions: odd titles and aliases z
class c {}
class { 'c': }
notice(Resource['class', 'c'] =~ Type[Class], Resource['class', 'c'] =~ Type[Resource], Class['c'] == Resource['class', 'c'], Resource['class', 'c'], Class[c] < Resource)
case Resource['class', 'c'] { Class['c']: { notice(1) } default: { notice(2) } }
