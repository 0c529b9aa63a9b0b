# facts: {"name": "v"}
# Facts: named name
notice($facts['name'], $name)
