# class parameter name
class a(x) { }
