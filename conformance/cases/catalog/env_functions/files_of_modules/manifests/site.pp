notice(file('m/data.txt'), find_file('m/nope', 'm/data.txt') =~ String, find_file('m/none') =~ Undef, module_directory('m') =~ String, module_directory('zz') =~ Undef)
notice(size(binary_file('m/data.txt')), find_template('m/t.epp') =~ String)
notice(file('m/none.txt'))
