class m::sub { notify { 'sub': } notice($module_name, $caller_module_name) }
