# hot code: types and options against values of every kind
type P = Variant[Integer[0, 5], Enum['a', 'b']]
$vs = [0, 5, 6, -1, 1.0, 1, '1', 'a', 'A', 'abc', '', true, false, undef, default, [], [1], ['a'], [1, 'a'], [[1]], {}, {a => 1}, {'a' => undef}, {1 => 2}, /x/, Integer, String[1], Sensitive('x'), SemVer('1.2.3'), [undef], [1.5]]
function t($v) {
  $a = case $v { 1: {'one'} 'a': {'A'} '': {'empty'} 1.0: {'never'} true: {'t'} undef: {'u'} /^ab/: {"re${0}"} Array[Integer, 1]: {'ai'} Array[0,0]: {'a0'} Hash[String, Integer]: {'hsi'} Collection[1, 1]: {'c1'} Type[Integer]: {'ti'} P: {'p'} Numeric: {'n'} Sensitive: {'s'} default: {'d'} }
  $b = [$v =~ Integer[0], $v !~ String[1], $v =~ Optional[Array[Variant[Integer, String]]], $v =~ NotUndef, $v =~ Struct[{a => Optional[Integer]}], $v =~ Tuple[Integer, String], $v =~ Boolean[true], $v =~ Pattern[/^a/, /^$/], $v =~ Data, $v =~ Scalar, $v =~ Iterable[Integer], $v =~ P, $v =~ Float[0.5], $v =~ Type, $v =~ Collection]
  [$a, $b]
}
Integer[0, 99].each |$i| { $x = t($vs[$i % 31]); if $i >= 62 and $i < 93 { notice($x) } }
