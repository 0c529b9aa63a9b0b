# facts: {"environment": "v"}
# Facts: named environment
notice($facts['environment'], $environment)
