# spec: 000 "Integer": a text with a fraction
notice(Integer('3.5'))
