# spec: 001 "Escape sequences (single)": one backslash at the end hides the quote
notice('C:\Program Files(x86)\')
notice('x')
