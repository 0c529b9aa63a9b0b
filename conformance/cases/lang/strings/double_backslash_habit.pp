# spec: 001 "Escape sequences (double)": the habit: always two backslashes
notice("C:\\Program Files(x86)\\", "\\n\\\$x\\s\\\\")
