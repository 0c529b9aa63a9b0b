# Defines: a type that contains a Variant without types takes any value there, though `=~` is false
type Whatever = Array[Variant]
define loose(
  Variant $value = undef,
  Array[Variant] $list = [1],
  Struct[{ a => Whatever }] $struct = { 'a' => [1] },
) {
  notice($value, $list, $struct)
}
loose { 'a': value => 'yes', list => ['x'], struct => { 'a' => ['b'] } }
