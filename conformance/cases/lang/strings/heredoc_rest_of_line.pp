# spec: 001 "the string": code goes on behind the tag in its line
$x = [@(A), 'after'] + 'more'
text
A
notice($x)
