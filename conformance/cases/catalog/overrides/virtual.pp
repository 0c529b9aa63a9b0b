# Overrides: virtual
@notify { 'a': }
Notify['a'] { message => 'm' }
realize Notify['a']
