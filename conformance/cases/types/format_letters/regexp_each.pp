# spec: 000 "Regexp to String": delimiters; # has quotes
notice(String(/a\/b/, '%s'), String(/a\/b/, '%#s'), String(/a\/b/, '%p'), String(/a'b"/, '%#s'), String(/a/, '%8s'), String(/a/, '%-8p'), String(//), String(/(?i:a)/), [/a/])
notice(String(/a/, '%d'))
