# spec: 004 "+ (addition)": beyond 64 bits
notice(9223372036854775806 + 1)
notice(9223372036854775807 + 1)
