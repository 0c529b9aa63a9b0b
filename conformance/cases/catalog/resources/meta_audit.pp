# Resources: meta audit
file { '/a': audit => ['mode', 'owner'] } file { '/b': audit => 'all' }
