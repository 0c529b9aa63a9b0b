# spec: 004 "! (not)": true if the operand is false
$my_value = true
notice ( !$my_value )
notice(!false, !!true, ! true)
