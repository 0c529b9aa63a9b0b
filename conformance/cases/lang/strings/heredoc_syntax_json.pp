# spec: 001 "Enabling syntax checking": static text is checked
notice(@(A:json))
{"a": }
|- A
