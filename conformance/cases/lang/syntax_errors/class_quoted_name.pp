# class quoted name
class 'a' { }
