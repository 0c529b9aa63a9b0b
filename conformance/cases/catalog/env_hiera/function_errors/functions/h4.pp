function h4(Integer $o, $c) { {} }
