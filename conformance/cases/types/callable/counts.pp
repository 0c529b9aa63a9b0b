# spec: 000 "Callable": min, max and default
notice(Callable[Integer, String] <= Callable[Integer, String], Callable[Integer] <= Callable[Integer, String], Callable[Integer, String, 1, 2] <= Callable[Integer], Callable[Integer, String, 1, 2] <= Callable[Integer, String])
notice(Callable[Integer, 1, 3] <= Callable[Integer, 3, 3], Callable[Integer, 1, 3] <= Callable[Integer, 4, 4], Callable[Integer, 1, default] <= Callable[Integer, 9, 9], Callable[Integer, 0, 3] <= Callable[0, 0])
notice(Callable[0, 0] <= Callable[0, 0], Callable[0, 0] <= Callable[Integer], Callable[Integer, 1, 3] <= Callable[Integer, 1, 3], Callable[Integer, 0, default] <= Callable[Integer])
notice(Callable == Callable[0, default], Callable[0, default], Callable[2, 2] <= Callable[Integer, String], Callable[0, 0])
notice(with(1, 'a') |Integer $x, String $y| { 'both' }, with(1) |Integer $x, $y = 2| { 'first' }, with(1, 2, 3) |*$x| { 'all' }, with() || { 'none' })
notice(with(1) |$x, $y| { })
