# spec: 000 "String"
notice('abc' =~ String[1], 'abc' =~ String[1,2], '' =~ String[1], 'äöü' =~ String[3,3])
$size = Integer[1,2]
notice('abc' =~ String[$size], 'ab' =~ String[$size], String[$size])
