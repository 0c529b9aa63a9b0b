# spec: 001 "Line breaks": escapes put CR LF into texts
notice("a\r\nb".length, @(A/rn).length)
a\r\nb
|- A
