notice([3, 1].sort.join('-'), 'a b'.split(' ').map |$w| { $w.upcase }.join('+'), 10.max(3), { a => 1 }.keys[0].upcase, /x/.type, -5.abs)
