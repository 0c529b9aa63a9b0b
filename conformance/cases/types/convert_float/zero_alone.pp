# spec: 000 "Float"
notice(Float('0.0'))
notice(Float(0))
