# spec: 000 "Signatures of String conversion": what is a format
notice(['%d', '%5d', '%-5d', '%+d', '% d', '%05d', '%#x', '%5.3d', '%.3d'].map |$f| { String(42, $f) })
notice(String(42, '%05.1d'), String(42, '% +d'), String(42, '%-+6d'))
notice(String(42, 'd'))
