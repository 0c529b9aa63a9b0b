# spec: 000 "Float"
notice(1.5 / 0)
