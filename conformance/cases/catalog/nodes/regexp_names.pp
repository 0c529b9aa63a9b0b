node /xx/, /^test\.(.*)$/, 'other' { notify { "r $1 $title $name": } notice($::title) }
node default { }
