$a = ['x']
notice(old_push($a))
notice($a)
$s = 'str'
notice(old_push($s))
notice($s)
