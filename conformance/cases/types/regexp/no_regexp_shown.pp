# spec: 002 "Regexp": a type made of what is no text cannot be shown
$type = Type('Regexp[[1]]')
notice($type < Regexp)
notice($type)
