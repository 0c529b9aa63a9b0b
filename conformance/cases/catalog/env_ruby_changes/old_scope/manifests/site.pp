$a = ['x']
notice(old_scope('a'))
notice(old_scope('a'))
notice($a)
