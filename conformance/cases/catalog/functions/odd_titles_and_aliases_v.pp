# Functions: odd titles and aliases v
include Resource['Class', 'a', 'b']
class a { notice('a') } class b { notice('b') }
