# spec: 001 "Interpolation": it stands directly behind other characters
$a = 'x'
notice("a${a}b$$${a}\${a}")
