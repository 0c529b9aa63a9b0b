class m { notify { 'm': } notice($module_name, $caller_module_name) }
