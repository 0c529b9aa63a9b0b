# The data centre that an address belongs to, for nodes whose certificate does not say.
function pick_datacenter(String $ip) >> Enum['ams', 'fra', 'lab'] {
  case $ip {
    /^192\.0\.2\./:   { 'ams' }
    /^198\.51\.100\./: { 'fra' }
    default:          { 'lab' }
  }
}
