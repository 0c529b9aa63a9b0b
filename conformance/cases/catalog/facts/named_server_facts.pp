# facts: {"server_facts": "v"}
# Facts: named server facts
notice($facts['server_facts'], $server_facts)
