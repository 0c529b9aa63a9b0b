# spec: 000 "Float": what gets too large is an error
notice(1.0e300 * 1.0e8, 1.0e-300 / 1.0e10, 1.7976931348623157e308)
notice(1.0e300 * 1.0e10)
