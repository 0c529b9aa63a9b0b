# Classes: define same as class
class a { }
define a { }
