# spec: 004 "Location": not as the name of a class
$n = 'a'
class $n { }
