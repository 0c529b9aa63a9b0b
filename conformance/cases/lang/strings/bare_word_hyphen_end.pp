# spec: 001 "Bare words": a hyphen ends no bare word
$x = abc-
notice($x)
