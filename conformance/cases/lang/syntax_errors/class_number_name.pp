# class number name
class 1 { }
