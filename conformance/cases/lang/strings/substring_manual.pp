# spec: 001 "Accessing substrings": the examples of the manual
$mystring = 'abcdef'
notice( $mystring[0] )
notice( $mystring[0,2] )
notice( $mystring[1,2] )
notice( $mystring[1,-2] )
notice( $mystring[-3,2] )
