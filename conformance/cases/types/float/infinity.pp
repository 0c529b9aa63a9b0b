# spec: 000 "Float"
notice(1.0e308 * 10)
