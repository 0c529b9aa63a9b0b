# Resources: types unknown attr all
file { '/a': nope => 1, nope2 => 2 }
