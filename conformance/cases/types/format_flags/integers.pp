# spec: 000 "Flags"
['% d','%+d','%-6d|','%06d','%+06d','%#x','%#o','%#b','%+x','% x','%08b','%.5d','%8.3d'].each |$f| { notice(sprintf($f, 42), ' ', sprintf($f, -42)) }
