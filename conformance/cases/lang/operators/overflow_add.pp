$max = 9223372036854775807
notice($max - 1 + 1)
notice($max + 1)
