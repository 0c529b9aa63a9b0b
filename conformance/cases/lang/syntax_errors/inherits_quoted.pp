# inherits quoted
class a inherits 'b' { }
