# settings: strict=warning
# warnings come first and are counted too
$a::a = { a => 1, a => 2 }
class b(Integer[1 + 1] $x = 2) { }
$1 = 1
