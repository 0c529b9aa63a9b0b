# Stands in for a function that asks DNS: gives one made-up target.
function dnsquery::srv(String $domain, Any $config_info = undef) >> Array[Hash] {
  $domain_above = $domain.split('[.]')[-2, 2].join('.')
  [{ 'priority' => 1, 'weight' => 1, 'port' => 2379, 'target' => "srv1001.${domain_above}" }]
}
