# Classes: keyword names
class 'a' { }
