# spec: 004 "* (splat)": a list of arguments
function f(*$args) { $args.length }
$a = ['vim', 'emacs']
notice(f($a), f(*$a), f('x', *$a, *['y']), f(*'one'), f(*undef), f(*{a => 1, b => 2}))
