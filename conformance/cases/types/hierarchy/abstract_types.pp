# spec: 000 "Puppet Types": instances of an abstract type are always of some concrete type too
$abstract = [Any, Collection, Data, Enum, Iterable, Numeric, Optional, NotUndef, Pattern, RichData, Scalar, ScalarData, Struct, Tuple, Variant]
[1, 'a', [1], {a => 1}, undef].each |$v| {
  notice(type($v, 'generalized'), ': ', $abstract.filter |$t| { $v =~ $t })
}
