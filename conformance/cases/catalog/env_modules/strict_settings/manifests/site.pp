notice($nope)
notice({a=>1,a=>2})
$x = 1 + "2"
notice($x)
include m