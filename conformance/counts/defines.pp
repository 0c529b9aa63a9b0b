# 1,500 instances of a define with typed parameters
define item(
  Integer $index,
  String[1] $label,
  Enum['present', 'absent'] $ensure = 'present',
  Optional[String] $owner = undef,
  Array[String] $groups = ['a', 'b'],
  Hash[String, Integer] $limits = { 'low' => 1, 'high' => 10 },
  Variant[Integer, String] $port = 80,
  Pattern[/\A\d{4}\z/] $mode = '0644',
) {
  notify { "of ${title}": message => "${label} ${port} ${mode}" }
}
Integer[1, 1500].each |$i| {
  item { "item-${i}": index => $i, label => "label ${i}" }
}
