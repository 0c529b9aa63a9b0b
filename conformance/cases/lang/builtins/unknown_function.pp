notice(1.no_such_function(2))
