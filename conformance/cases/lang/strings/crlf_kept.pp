# spec: 001 "Line breaks": quoted strings keep CR LF of the file
notice('a
b'.length, "a
b".length)
notice("a\r\nb".length, "a\nb".length)
