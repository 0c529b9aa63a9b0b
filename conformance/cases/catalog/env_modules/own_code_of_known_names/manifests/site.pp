# Functions of modules whose names are known are run as they are written.
node 'n1' {
  $seen = [1, 2, 3].map |$x| { stdlib::first($x) }
  notice($seen)
  [1, 2, 3].each |$x| { stdlib::first($x) notice("after ${x}") }
  notice(stdlib::all_of([1, 2, 3]), merge({}, {}), stdlib::to_yaml([1]), concat([1], [2, 'x']))
  notice(is_service_default('<SERVICE DEFAULT>'), inet6_prefix('::1', 2), to_array_of_json_strings([{}]))
  notice(validate_vni_ranges('a'), openstacklib::normalize_ip_for_uri('::1'))
}
node 'n2' { validate_network_vlan_ranges('physnet1:1:2') }
node 'n3' { $x = deep_merge({}, {}) }
