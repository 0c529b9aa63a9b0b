include a
notice("[$module_name][$caller_module_name]")