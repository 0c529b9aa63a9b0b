class prof::derived inherits prof::base { File['/b'] { mode => '0600', content +> 'x' } notify { "d ${own} ${prof::base::v}": } }
