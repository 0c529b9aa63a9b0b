# spec: 004 "Location": not as the name of a variable
$n = 'a'
$$n = 1
