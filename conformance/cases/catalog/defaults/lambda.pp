# Defaults: lambda
[1].each |$x| { Notify { message => "m$x" } }
notify { 'a': }
