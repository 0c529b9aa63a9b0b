# spec: 000 "Float to String": g is exponential below -4 and from the precision on
[0.0001, 0.00001, 100000.0, 1000000.0, 123456789.0, 1.0].each |$v| { notice(String($v, '%g'), ' ', String($v, '%G'), ' ', String($v, '%#g'), ' ', String($v, '%.3g'), ' ', String($v, '%e')) }
