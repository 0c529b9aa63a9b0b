# spec: 001 "Enabling escape sequences": only these switches are allowed
notice(@(A/x))
a
|- A
