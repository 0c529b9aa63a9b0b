# Defaults: of core unknown
Nope { message => 'x' }
