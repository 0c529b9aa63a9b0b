# spec: 000 "String"
notice('abc' =~ String[1], 'abc' =~ String[1,2])
$size = Integer[1,2]
notice('abc' =~ String[$size])
