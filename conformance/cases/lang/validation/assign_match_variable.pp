# match variables cannot be assigned
$1 = 'a'
notice($1)
