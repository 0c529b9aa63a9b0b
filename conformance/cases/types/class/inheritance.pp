# spec: 000 "Class"
class base { }
class sub inherits base { }
notice(Class[sub] <= Class[base], Class[base] <= Class[sub], Class[sub] < Class)
