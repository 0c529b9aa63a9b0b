# what is inside arrays and hashes, asked of every kind of value
function t($v) {
  [ $v =~ Array[Integer], $v =~ Array[String[1]], $v =~ Array[Hash[String, Integer]], $v =~ Hash[String, Integer], $v =~ Hash[String, Array[Integer[0, 5]]],
    $v =~ Array[Variant[Integer, String]], $v =~ Array[Integer, 2, 3], $v =~ Hash[String, Any, 1, 2], $v =~ Variant[String, Array[Variant[Integer, String]], Undef],
    $v =~ Optional[Array[Float]], $v =~ Array[Array[Array[Integer]]], $v =~ Hash[Integer, Hash[String, Hash[String, Integer]]], $v =~ Array[Numeric], $v =~ Array[Scalar],
    $v =~ Array[Integer[1, 3]], $v =~ Array[Optional[Integer]], $v =~ Hash[Enum['a', 'b'], Pattern[/x/]], $v =~ Array[Any], $v =~ Hash, $v =~ Array[0, 0], $v =~ Hash[String[1], Boolean[true]],
    $v =~ Array[Struct[{ 'a' => Integer }]], $v =~ Array[Tuple[Integer, String]], $v =~ Variant[Array[Integer], Array[String]], $v =~ NotUndef[Array[Integer]], $v !~ Array[Integer] ]
}
$big = Integer[1, 40].reduce({}) |$m, $i| { $m + { "k${i}" => $i } }
$list = [1, 2, 3].reduce([]) |$m, $x| { $m << $x }
[ 1, 'abc', 2.5, undef, [], {}, [1, 2, 3], ['a', 'b'], ['a', ''], [1, 'a'], [1, 2.5], [1.5, 2.5], [[1], [2]], [[[1]], []], [[['x']]], { 'a' => 1 }, { 'a' => 'x' }, { 'a' => [1, 9] }, { 'a' => [1, 5] },
  { 1 => { 'a' => { 'b' => 2 } } }, [{ 'a' => 1 }, { 'b' => 2 }], [{ 'a' => 1 }, { 'b' => 'x' }], [{ 'a' => 1 }], [undef, 1], [1, undef], { 'b' => 'fox' }, { 'a' => true }, { '' => true }, [[1, 'a']], $big, $big + { 'z' => 'no' }, $list, $list << 'x', [true], [default], Integer, /x/
].each |$v| { notice(t($v)) }
