# spec: 004 "* (splat)": one array for many arguments
function myfunc(*$args) { $args.length }
$a = ['vim', 'emacs']
notice(myfunc($a), myfunc(*$a), myfunc(1, *$a, 2), myfunc(*[]), myfunc(*'x'), myfunc(*{ a => 1, b => 2 }), myfunc(*undef))
