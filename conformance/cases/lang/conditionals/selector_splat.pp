$list = ['x', 'y']
notice('y' ? { *$list => 'in list', default => 'no' })
