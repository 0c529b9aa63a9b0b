# Defaults: append
File { require +> Notify['a'] }
file { '/a': }
notify { 'a': }
