# spec: 000 "Type to String": s and p, s quoted by #
notice(['%s', '%#s', '%p', '%#p', '%30s', '%-30s', '%.5s'].map |$f| { [String(Array[Integer[1, 2], 1], $f), String(Enum['a', 'b'], $f), String(File['/a'], $f)] })
notice(String(Integer, '%x'))
