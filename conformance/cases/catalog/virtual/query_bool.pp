# Virtual: query bool
@file { '/a': recurse => true } @file { '/b': recurse => 'true' } @file { '/c': recurse => false } @file { '/d': }
File <| recurse == true |>
File <| recurse == false |>
