# spec: 001 "Bare words": bare words can not use escapes
$v = 1
notice(run\ning)
