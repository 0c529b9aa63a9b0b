@file { "/a": }
File <| path == '/a' |>
