class a::b::c inherits a { notify { "c ${module_name}": } }
