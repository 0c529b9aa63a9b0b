# Defaults: exported form
@@Notify { message => 'x' }
