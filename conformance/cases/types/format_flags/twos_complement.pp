# spec: 000 "Integer to String"
notice(String(-255, '%x'), String(-255, '%+x'), String(-8, '%o'), String(-5, '%b'), String(-5, '%#b'), String(-255, '%10x'))
