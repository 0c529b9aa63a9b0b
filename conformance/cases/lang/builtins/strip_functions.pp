notice("[${strip(" \t a b \n")}]", "[${lstrip('  a ')}]", "[${rstrip(' a  ')}]", chomp("a\n\n"), chomp("a\r\n"), chop("a\r\n"), chop('abc'), chop(''))
notice(strip([' a ', ' b']), chomp(["y", "x\n"]), rstrip(5), lstrip(["\n a"]))
