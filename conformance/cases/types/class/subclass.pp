# spec: 000 "Class Inheritance"
class base { }
class sub inherits base { }
include sub
notice(Class[sub] <= Class[base], Class[base] <= Class[sub], Class[sub] < Class, Class[sub] == Class[base])
notice(Class[sub] =~ Type[Class[base]], Class[sub] =~ Type[Variant[Class[base], Class[sub]]])
