# the line of a warning is that of the end of the text with the escape
$v = 1
notice("\q
")
notice("a
\w ${v} \e
\z")
notice("\y${v}")
