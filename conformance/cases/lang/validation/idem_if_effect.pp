# a conditional with an effect in one branch
if true { 1 } else { notice(2) }
notice('after')
