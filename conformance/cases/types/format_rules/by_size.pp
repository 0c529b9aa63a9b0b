# spec: 000 "String"
$map = { Array[Any, 0, 2] => '%<a', Array[Any, 3] => '%(a' }
notice(String([1, 2], $map), String([1, 2, 3], $map))
