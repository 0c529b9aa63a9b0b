function h1($o, $c) { 1 }
