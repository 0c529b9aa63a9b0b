# spec: 001 "Enabling syntax checking": a syntax without a checker is ignored
notice(@(A:nosuch))
{"a": }
|- A
