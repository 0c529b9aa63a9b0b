# spec: 000 "Float": from Integer, Float, Boolean and String
notice(Float(3), Float(-3), Float(3.25), Float(true), Float(false), Float('3'), Float('3.25'), Float('-1.5e-3'), Float('+7'), Float('- 2.5'))
notice(Float('0xFF'), Float('-0x10'), Float('0b101'), Float('0B11'), Float('010'))
notice(Float(Timespan(1.5)), Float(Timestamp(2)), Float({from => '1e2'}), Float({from => -1, abs => true}), Float(-2.5, true))
notice(Float('0010.5'))
