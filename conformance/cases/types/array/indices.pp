# spec: 000 "Array[V, from, to]"
$a = ['a', 'b', 'c']
notice($a[0], $a[2], $a[-1], $a[-3], $a[3] == undef, $a[-4] == undef, $a[0, 2], $a[1, -1])
notice(Array == Array[Any], Array[Array[Hash]], Array[Any], Array[0, 0], [] =~ Array[0, 0], [1] =~ Array[0, 0], Array[1, 2], Array[Integer, default, 3])
notice([] =~ Array[String], [] =~ Array[String, 0, 5], [] =~ Array[String, 1, 5], type([]), Array[0, 0] <= Array[String, 0, 3], Array[0, 0] <= Array[String, 1])
