# only ten are logged
$a::a = 1
$a::b = 1
$a::c = 1
$a::d = 1
$a::e = 1
$a::f = 1
$a::g = 1
$a::h = 1
$a::i = 1
$a::j = 1
$a::k = 1
$a::l = 1
