$f = 'break'
[1].each |$i| { notice(1); call($f); notice(2) }
