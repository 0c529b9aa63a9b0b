# spec: 000 "String": nested formats are sorted for Array and Hash alone; for other types the first counts
$formats = { Any => '%s', Integer => '%#x', Integer[1, 1] => '%#o' }
[Array, Tuple, Collection, Any, Array[Integer]].each |$type| {
  notice($type, ': ', String([1, 2], { $type => { format => '%a', string_formats => $formats } }))
}
[Hash, Struct].each |$type| { notice($type, ': ', String({ a => 1 }, { $type => { format => '%h', string_formats => $formats } })) }
