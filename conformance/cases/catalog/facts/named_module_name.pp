# facts: {"module_name": "v"}
# Facts: named module name
notice($facts['module_name'], $module_name)
