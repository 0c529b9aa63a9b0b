class a { notify { 'before': } if true { return() } notify { 'after': } }
include a
notice('goes on')
