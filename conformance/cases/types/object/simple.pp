# spec: 000 "Object Type, TypeSet"
type Car = Object[{attributes => {make => String, year => {type => Integer, value => 2000}}}]
notice(Car('a'), Car('a', 3).year, Car('a') == Car('a', 2000), Car('a') =~ Car, Car < Object)
