# facts: {"networking": {"fqdn": "web01.example.com"}}
notice(fqdn_rand(100), fqdn_rand(100, 'seed'), fqdn_rand('60', 'a', 1), fqdn_rand(1), fqdn_rand(1000000000000, 'x'))
