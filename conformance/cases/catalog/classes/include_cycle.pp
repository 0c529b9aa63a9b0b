# Classes: include cycle
class a { include b notice('a') }
class b { include a notice('b') }
include a
