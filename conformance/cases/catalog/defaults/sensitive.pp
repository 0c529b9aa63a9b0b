# Defaults: sensitive
File { content => Sensitive('s') }
file { '/a': }
