# class return type
class a() >> Integer { }
