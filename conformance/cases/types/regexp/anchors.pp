# spec: 000 "Regexp": \A and \Z
notice("a\nb" =~ /\Aa$/, "a\nb" =~ /\Ab/, "a\nb" =~ /^b\Z/, "a\nb" =~ /a\Z/, "a\n" =~ /a\Z/, "a\n" =~ /a\z/)
notice(/\Aa\Z/, 'a' =~ '\Aa\Z', 'ba' =~ '\Aa\Z')
