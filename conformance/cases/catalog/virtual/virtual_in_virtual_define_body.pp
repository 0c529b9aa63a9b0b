# Virtual: virtual in virtual define body
define d { @file { "/$title": } }
@d { 'a': }
File <| |>
