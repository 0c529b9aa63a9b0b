# spec: 001 "Escape sequences (double)": every letter that is no escape warns
notice("\a\b\c\d\e\f\g")
notice("\h\i\j\k\l\m\o\p\q\v\w\x\y\z\0\1\-\{\(\é")
