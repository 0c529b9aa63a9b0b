# Classes: redefine
class a { }
class a { }
