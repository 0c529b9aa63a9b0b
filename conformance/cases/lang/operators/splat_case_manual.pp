# spec: 004 "* (splat)": the cases of a case statement
$a = ['vim', 'emacs']
['vim', $a, 'x'].each |$x| {
  notice(case $x {
    $a      : { 'an array with both vim and emacs' }
    *$a     : { 'vim or emacs'}
    default : { 'no match' }
  })
}
