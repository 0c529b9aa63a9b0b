# a conditional without effects
if true { 1 } else { 2 }
notice('after')
