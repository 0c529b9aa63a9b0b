# Node definitions.

node /^web\d+\.example\.com$/ {
  include role::web
}

node 'db01.example.com' {
  include role::db
}

node default {
  class { 'profile::base':
    motd => "Unassigned: ${trusted['certname']}",
  }
  notice("No role for ${facts['networking']['fqdn']} in ${datacenter}")
  contain profile::monitoring
}
