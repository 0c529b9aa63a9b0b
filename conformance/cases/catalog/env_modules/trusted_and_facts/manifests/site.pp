notice($trusted["certname"], $trusted["extensions"], $facts["x"], $x, $server_facts["environment"], $environment, $servername)
notice($clientcert, $trusted["hostname"], $trusted["domain"])