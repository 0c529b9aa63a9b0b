# statement lambda
notice 1 |$x| { }
