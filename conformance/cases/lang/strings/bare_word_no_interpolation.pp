# spec: 001 "Bare words": bare words can not interpolate
$v = 1
notice(run$v)
