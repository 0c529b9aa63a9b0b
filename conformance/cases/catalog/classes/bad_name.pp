# Classes: bad name
class A::b { }
