# other character non ascii
$a = 'é'; é
