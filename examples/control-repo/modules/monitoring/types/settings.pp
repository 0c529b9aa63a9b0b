# One check of a node.
type Monitoring::Settings = Struct[{
  command             => String[1],
  Optional[interval]  => Monitoring::Interval,
  Optional[arguments] => Hash[String, Variant[Scalar, Array[Scalar]]],
}]
