# spec: 003 "Defining the Block Parameter": a block of one of several kinds
notice(['a'].each |$x| { notice($x) }, ['b'].each |$i, $x| { notice($i, $x) })
['c'].each |$i, $x, $y| { notice($i) }
