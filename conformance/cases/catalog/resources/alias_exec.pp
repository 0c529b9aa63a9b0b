# Resources: alias exec
exec { '/bin/a': alias => 'z' } exec { '/bin/b': alias => 'z' }
