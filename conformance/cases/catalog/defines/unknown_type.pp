nosuch { 'x': a => 1 }
