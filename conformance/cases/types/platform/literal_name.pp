# spec: 002 "Object, Literal"
notice(1 =~ Literal)
