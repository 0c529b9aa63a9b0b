# class default two
class a($x = 1 = 2) { }
