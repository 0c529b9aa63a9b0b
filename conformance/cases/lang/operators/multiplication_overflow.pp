# spec: 004 "* (multiplication)": beyond 64 bits is an error
notice(9223372036854775807 * 2)
