class k { $list = ['a', 'b'].map |$x| { "${x}${x}" } notify { 't': message => template('m/t.erb') } notify { 'after': message => $list } }
include k
