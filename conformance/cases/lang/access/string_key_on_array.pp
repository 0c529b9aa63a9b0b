$a = ['x', 'y']
notice($a['1'])
notice($a['first'])
