class m(String $a, $b) { }
