# Classes: require cycle
class a { require b notice('a') }
class b { require a notice('b') }
include a
