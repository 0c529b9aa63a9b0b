# Defines: realized define with virtuals inside
define d { @notify { "v$title": } notify { "n$title": } }
@d { 'x': }
realize D['x']
Notify <| title == 'vx' |>
