node 'n99' { notice(m::retrt([1]) =~ Array[Tree]) }
