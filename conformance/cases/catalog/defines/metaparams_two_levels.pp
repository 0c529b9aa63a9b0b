# Defines: metaparams two levels
define a { b { "b$title": noop => false } notify { "na$title": } }
define b { notify { "nb$title": } }
a { 'x': noop => true, tag => 'q', schedule => 's', loglevel => 'err' }
