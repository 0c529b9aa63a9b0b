class a { notify { "first a ${module_name}": } }
