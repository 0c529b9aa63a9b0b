# spec: 000 "Float to String": p has the least digits that are significant; without a format it is p
notice([0.1, 1.0, 1.0e10, 1.0e16, 1.0e20, 1.5e-5, 0.30000000000000004, 123456.789].map |$v| { [String($v), String($v, '%p'), String($v, '%.1p'), String($v, '%#s')] })
