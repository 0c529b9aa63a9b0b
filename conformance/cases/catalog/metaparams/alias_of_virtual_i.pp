# Metaparams: alias of virtual i
@file { 'a': } @file { 'b': }
File['a'] { path => '/b' } File['b'] { path => '/b' }
