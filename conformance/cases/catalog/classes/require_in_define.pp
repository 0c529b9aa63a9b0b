# Classes: require in define
class c { notify { 'c': } }
define d { require c notify { "d$title": } }
d { ['x', 'y']: }
