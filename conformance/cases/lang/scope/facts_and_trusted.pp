# facts: {"role": "web", "os": {"family": "Debian"}}
notice($facts['role'], $role, $os['family'], $facts['os']['family'], $trusted['certname'], $server_facts['serverversion'])
notice($environment, $settings::environment, $facts['nope'] =~ Undef)
