# resources declared in a loop; unit: 20000 resource
Integer[1, 20000].each |$i| { notify { "n${i}": message => "m ${i}" } }
notice('CHECK 0')
