# spec: 005 "Regexp", a bad repetition in a class is logged, too
class c { $x = /a{2,1}/ }
