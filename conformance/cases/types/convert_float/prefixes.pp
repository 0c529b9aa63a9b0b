# spec: 000 "Float"
notice(Float('0x1F'), Float('0b11'), Float('010'))
