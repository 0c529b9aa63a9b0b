# spec: 000 "Binary value to String": bytes that are no text
notice(String(Binary('/w==', '%B'), '%#s'), String(Binary('w6Q='), '%s'), String(Binary('w6Q='), '%#s'), String(Binary('YQBi/w=='), '%#s'))
notice(String(Binary('/w==', '%B'), '%s'))
