# += and -= are gone
$a = [1]
$a += [2]
$a -= [1]
