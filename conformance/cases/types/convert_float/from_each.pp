# spec: 000 "Float"
notice(Float(3), Float(true), Float(false), Float('3.5'), Float('1e3'), Float('7'))
