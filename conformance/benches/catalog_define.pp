# 50,000 instances of a define with ten typed parameters: bunraku compile --manifest FILE --output OUT
define item(
  Integer $index,
  String[1] $label,
  Enum['present', 'absent'] $ensure = 'present',
  Optional[String] $owner = undef,
  Boolean $enabled = true,
  Array[String] $groups = ['a', 'b'],
  Hash[String, Integer] $limits = { 'low' => 1, 'high' => 10 },
  Variant[Integer, String] $port = 80,
  Pattern[/\A\d{4}\z/] $mode = '0644',
  Float $ratio = 0.5,
) {
}
Integer[1, 50000].each |$i| {
  item { "item-${i}": index => $i, label => "label ${i}" }
}
