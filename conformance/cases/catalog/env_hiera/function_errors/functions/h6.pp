function h6($o, $c) >> Integer { 1 }
