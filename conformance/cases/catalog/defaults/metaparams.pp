# Defaults: metaparams
Notify { noop => true, loglevel => 'debug', tag => ['a', 'b'] }
notify { 'x': } notify { 'y': noop => false }
