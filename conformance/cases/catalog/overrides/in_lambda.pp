# Overrides: in lambda
notify { 'a': }
[1].each |$x| { Notify['a'] { message => "m$x" } }
