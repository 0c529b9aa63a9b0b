# spec: 001 "Enabling escape sequences": a slash alone enables all
notice(@(A/))
a\tb\sc\u0041\$\\d\
e\q
|- A
