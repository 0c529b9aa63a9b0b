# spec: 000 "Float": nothing else is converted
notice(Float(undef))
