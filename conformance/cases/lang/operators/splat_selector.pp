# spec: 004 "* (splat)": the cases of a selector
$a = ['vim', 'emacs']
notice('vim' ? { *$a => 'one of them', default => 'none' }, 'x' ? { *$a => 1, default => 'none' })
