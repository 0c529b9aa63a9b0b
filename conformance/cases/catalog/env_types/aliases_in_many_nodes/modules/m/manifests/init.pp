class m(
  M::Any $value = undef,
  M::Tree $tree = [],
  Optional[Variant[M::Ports, Sensitive[M::Port]]] $ports = undef,
  Hash[String, Array[M::Path, 0, 2]] $paths = {},
) {
  notify { 'm': message => "${value} ${tree} ${ports}" }
}
