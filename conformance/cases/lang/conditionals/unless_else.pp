unless false { notice('ran') } else { notice('else') }
unless 1 == 1 { notice('ran') } else { notice('else') }
notice(unless true { 1 })
notice(if false { 1 } elsif undef { 2 } else { 3 }, if true { } )
