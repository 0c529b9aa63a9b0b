class n::sub($one = 1, $two = 2, $three = 3) { notify { "n::sub ${one} ${two} ${three}": } }
