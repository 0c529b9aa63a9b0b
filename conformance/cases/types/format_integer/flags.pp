notice(String(42, '%5d'), String(42, '%-5d'), String(42, '%05d'), String(42, '%+d'), String(42, '% d'), String(255, '%#x'), String(8, '%#o'), String(5, '%#b'), String(5, '%#B'))
notice(String(42, '%.4d'), String(65, '%c'), String(42, '%s'), String(42, '%10s'), String(42, '%p'), String(-1, '%x'), String(1, '%e'), String(1, '%.1f'))
