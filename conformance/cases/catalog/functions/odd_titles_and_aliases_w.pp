# Functions: odd titles and aliases w
class a { notice('a') }
require Resource['class', 'A']
contain Resource['class', '::a']
notice(include(Resource['class', 'A'], a, Class['A']))
