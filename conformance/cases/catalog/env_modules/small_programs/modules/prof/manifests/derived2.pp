class prof::derived2 inherits prof::base { File['/b'] { mode => undef, group => 'g' } File['/c'] { owner => 'me' } }
