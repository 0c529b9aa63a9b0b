# an access expression counts as its keys
$x = [1]
$a = { $x[0] => 1, $x[0] => 2 }
