class b { notify { "b called by ${caller_module_name}": } }
