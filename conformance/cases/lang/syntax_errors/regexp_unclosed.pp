# spec: 005 "Regexp", an error of the pattern is logged, too
$x = /[/
