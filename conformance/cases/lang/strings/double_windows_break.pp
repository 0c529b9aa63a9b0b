# spec: 001 "Double-quoted strings": \r\n is the line break of Windows
notice("a\r\nb" =~ /\A.\r\n.\z/, "a\nb" =~ /\r/)
