# spec: 000 "Float": what is no bound
notice(Float['a'])
