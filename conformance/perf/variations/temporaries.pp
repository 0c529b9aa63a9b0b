# three million temporary Strings; unit: 3000000 iter
Integer[1, 3000000].each |$i| { $s = "value ${i}" }
notice('CHECK 0')
