# spec: 004 "! (not)": the example
$my_value = true
notice ( !$my_value ) # Will resolve to false
notice(!!$my_value, !'', !undef)
