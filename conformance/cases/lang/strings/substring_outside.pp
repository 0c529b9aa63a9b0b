# spec: 001 "Accessing substrings": outside of the text there is empty text
$mystring = 'abcdef'
notice( $mystring[10] )
notice( $mystring[3,10] )
notice( $mystring[-10,2] )
notice( $mystring[-10,6] )
notice( $mystring[2,0], $mystring[2,-5], $mystring[6], $mystring[-7] )
