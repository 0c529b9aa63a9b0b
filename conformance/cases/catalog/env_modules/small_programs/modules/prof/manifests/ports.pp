define prof::ports(Array[Prof::Port] $ports, Prof::Tree $tree = 'leaf') { $ports.each |$p| { notify { "${title}-${p}": } } }
