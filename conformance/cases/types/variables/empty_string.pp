# spec: 002 "Boolean Conversion"
notice(if '' { yes } else { no })
