# spec: 000 "Qualified Name and Qualified Reference to String"
notice(abc =~ String, abc == 'abc', a::b == 'a::b', type(abc), File =~ String, "${File}" == 'File', "${Foo::Bar}")
function f() { 'called' }
notice(f(), 'f', f =~ String)
