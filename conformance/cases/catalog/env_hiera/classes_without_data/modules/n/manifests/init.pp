class n($zero = 0, $one = 1, $two = 2, $three = 3) { notify { "n ${zero} ${one} ${two} ${three}": } }
