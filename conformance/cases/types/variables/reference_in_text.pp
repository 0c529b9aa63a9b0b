# spec: 000 "Qualified Name and Qualified Reference to String"
notice(abc =~ String, abc == 'abc', a::b == 'a::b', type(abc), File =~ String, "${File}" == 'File', "${Dd}")
function f() { 'called' }
define dd() { }
notice(f(), 'f', f =~ String)
