# a type alias is never inside
class a { type B = Integer }
