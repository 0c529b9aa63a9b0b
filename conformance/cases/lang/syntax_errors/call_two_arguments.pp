# call two arguments
notice(1 2)
