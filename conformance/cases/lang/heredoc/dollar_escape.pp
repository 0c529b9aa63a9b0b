# without $ among the escapes a backslash does not protect a dollar
$x = 'X'
notice(@("A"))
\$x \\$x \${x}
|-A
notice(@("A"/n))
\$x \\$x \${x}
|-A
notice(@("A"/$))
\$x \\$x \${x}
|-A
