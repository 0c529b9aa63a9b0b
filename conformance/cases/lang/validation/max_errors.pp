# settings: max_errors=2
# how many are logged is a setting
$a::a = 1
$a::b = 1
$a::c = 1
