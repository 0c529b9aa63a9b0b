# class parameters semicolon
class a($x; $y) { }
