# spec: 004 "String Encoding and Comparisons": ASCII in its order, then by code
notice('a' < 'B', 'A' < 'b', 'Z' < 'a', '!' < '0', '0' < '9', '9' < 'a', 'z' < 'é', 'é' < 'É', 'é' == 'É', '10' < '9')
notice(['b', 'A', 'é', '_', '1', '!', 'É', '日'].sort, 'z' < '~', '[' < 'a', '_' < 'A')
