notice('first')
notice($nope)
