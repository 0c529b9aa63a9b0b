# spec: 001 "Escape sequences (single)": a backslash at the very end is written twice
notice('C:\Program Files(x86)\\')
