# spec: 000 "Boolean Conversion"
notice(['', undef, false, 0, 'false', [], default].map |$v| { if $v { yes } else { no } })
