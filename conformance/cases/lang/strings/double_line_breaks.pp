# spec: 001 "Double-quoted strings": line breaks are literal, or written as escapes
notice("a
b" == "a\nb")
notice("a\r\nb".length)
