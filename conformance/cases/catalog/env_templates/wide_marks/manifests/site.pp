# spec: 003, functions; files that begin with the mark of a wide encoding
node default { notice(file("m/${facts['mark']}")) }
node /template/ { notice(template("m/${facts['mark']}")) }
node /binary/ { notice(binary_file("m/${facts['mark']}")) }
