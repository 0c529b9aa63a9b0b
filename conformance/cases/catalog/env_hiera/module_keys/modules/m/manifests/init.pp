class m($x = 1) { notice($x) }
