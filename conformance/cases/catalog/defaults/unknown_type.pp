Nosuch { a => 1 }
notice('still fine')
