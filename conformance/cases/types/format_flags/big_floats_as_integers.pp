# spec: 000 "Float to String"
notice(String(1e30, '%d'), String(1e30, '%x'), String(-1e30, '%b'))
