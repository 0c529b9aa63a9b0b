# spec: 002 "Qualified Name and Qualified Reference to String"
notice(abc =~ String, a::b =~ String, File =~ String, abc == 'abc', a::b == 'a::b', "${File}" =~ String)
