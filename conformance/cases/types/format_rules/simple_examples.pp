# spec: 000 "String": the examples of simple conversion
notice(String(10), ' ', String([10]), ' ', String(['10']), ' ', String(10, "%#x"), ' ', String([10], "%(a"), ' ', String(['10'], "%(a"))
