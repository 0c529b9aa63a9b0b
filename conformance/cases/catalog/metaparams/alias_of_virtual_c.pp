# Metaparams: alias of virtual c
@file { 'a': } file { '/b': }
File['a'] { path => '/b' }
