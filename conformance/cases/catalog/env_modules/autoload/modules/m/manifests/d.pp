define m::d { notify { 'd': } notice($module_name, $caller_module_name) }
