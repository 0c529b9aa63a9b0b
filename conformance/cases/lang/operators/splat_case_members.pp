# spec: 004 "* (splat)": the array and its members as options
$a = ['vim', 'emacs']
['vim', $a, 'ed'].each |$x| {
  notice(case $x { $a: { 'an array with both vim and emacs' } *$a: { 'vim or emacs' } default: { 'no match' } })
  notice($x ? { $a => 'both', *$a => 'one', default => 'none' })
}
