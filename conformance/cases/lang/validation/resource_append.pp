# +> is for overrides and collectors
notify { 'a': message +> 'x' }
Notify { message +> 'y' }
