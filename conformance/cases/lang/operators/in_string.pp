# spec: 004 "in": a substring, ignoring case
notice('eat' in 'eaten', 'Eat' in 'eaten', 'x' in 'eaten', '' in 'abc', 'É' in 'é')
