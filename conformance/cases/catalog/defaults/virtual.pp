# Defaults: virtual
Notify { message => 'd' }
@notify { 'a': }
realize Notify['a']
