# spec: 001 "Escape sequences (double)": each sequence of the table
notice("[\\][\n][\r][\t][\s][\$][\"][\']")
notice("\u0041\u{1F600}\u{41}\u{e9}".length)
notice("\u0041 \u{1F600} \u{41} \u{00e9}")
