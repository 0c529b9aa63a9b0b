notice(String('hello world', '%c'), String('hello', '%C'), String('HELLO', '%d'), String('hello', '%u'), String(' x ', '%t'), String('hello', '%p'), String("it's \"q\"\n", '%p'), String('hi', '%#s'))
notice(String('', '%p'), String('a$b', '%p'), String("\u{1F600}\t\\", '%p'), String('mixed Case_words here', '%C'), String('"', '%p'), String("'", '%p'))
