type A = Integer
define a() {}
