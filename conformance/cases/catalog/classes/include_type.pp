# Classes: include type
class a { notice('a') }
include Class['a']
include Class[a]
