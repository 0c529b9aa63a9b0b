# Classes: include resource class
class a { notice('a') }
include Resource['class', 'a']
