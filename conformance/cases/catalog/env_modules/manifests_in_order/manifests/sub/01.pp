notice('sub')
